//! The forms of a table: how its pages are packed.

use crate::codec::Codec;

/// How the pages of a table are packed; the values do not depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Form {
    /// Nibbles and outliers, compressed: what solving writes.
    Plain(Codec),
    /// The dense form, which `pack_to_file` writes. Browsers do not read it.
    #[cfg(feature = "native")]
    Dense,
}

/// The number of the dense form in the header of a table.
pub(super) const DENSE: u32 = 3;

impl Form {
    /// The number of the form in the header of a table.
    pub(super) fn number(self) -> u32 {
        match self {
            Form::Plain(codec) => codec.number(),
            #[cfg(feature = "native")]
            Form::Dense => DENSE,
        }
    }

    pub(super) fn of_number(number: u32) -> Option<Form> {
        match number {
            #[cfg(feature = "native")]
            DENSE => Some(Form::Dense),
            _ => Codec::of_number(number).map(Form::Plain),
        }
    }

    /// How the pages of the plain form are compressed.
    #[must_use]
    pub fn codec(self) -> Option<Codec> {
        match self {
            Form::Plain(codec) => Some(codec),
            #[cfg(feature = "native")]
            Form::Dense => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_forms_never_change() {
        let plain = Codec::ALL.map(Form::Plain);
        assert_eq!(plain.map(Form::number), [1, 2]);
        for form in plain {
            assert_eq!(Form::of_number(form.number()), Some(form));
        }
        let dense = Form::of_number(DENSE);
        assert_eq!((DENSE, dense.is_some()), (3, cfg!(feature = "native")));
        assert!(dense.is_none_or(|form| form.codec().is_none() && form.number() == DENSE));
        assert_eq!([0, 4, u32::MAX].map(Form::of_number), [None; 3]);
    }
}
