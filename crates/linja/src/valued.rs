use crate::Margin;

/// Something that can be chosen, and its value for the side that chooses it.
///
/// The value is an exact [`Margin`] unless another type says otherwise, so that an estimate is never taken for an exact
/// margin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Valued<T, V = Margin> {
    /// What can be chosen.
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
