use crate::Margin;

/// A choice and its value for the side that makes it.
///
/// The value is an exact [`Margin`] by default. Estimates have another type, so that they are never mistaken for exact
/// margins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Valued<T, V = Margin> {
    /// The choice.
    pub item: T,
    /// Its value.
    pub value: V,
}

impl<T, V> Valued<T, V> {
    /// The same item with another kind of value.
    pub fn map_value<W>(self, f: impl FnOnce(V) -> W) -> Valued<T, W> {
        Valued { item: self.item, value: f(self.value) }
    }
}
