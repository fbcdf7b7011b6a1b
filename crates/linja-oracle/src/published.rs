//! The hashes of all values: those of the published rule sets (`docs/solved.md`), those of house rules from the survey.

use linja::RuleSet;
use xxhash_rust::xxh3::xxh3_128;

use crate::survey;

const HASHES: [(RuleSet, u128); 5] = [
    (RuleSet::CLASSIC, 0xba7a_446b_6ae3_4dc3_4c44_61a3_42da_9e05),
    (RuleSet::BONUS, 0x734a_0dbb_c26c_bef1_4cec_af1f_d461_4f27),
    (RuleSet::BONUS_SPICY, 0xcbd6_0aae_d8bc_8816_80a3_c44d_7784_1651),
    (RuleSet::GEEKY, 0xa9cf_0a72_97ae_99c2_bd2c_3860_9826_d40a),
    (RuleSet::GEEKY_SPICY, 0x0a3d_eb15_8d9a_d754_9493_ca4d_fdb2_0472),
];

/// The hash of all values of a rule set, as published: by `docs/solved.md` or, for house rules, by the
/// [survey](crate::survey). `None` for a rule set that the survey does not have, and for house rules without the feature
/// `survey`.
///
/// ```
/// use linja::RuleSet;
/// let hash = linja_oracle::published_hash(&RuleSet::BONUS);
/// assert_eq!(format!("{:032x}", hash.unwrap()), "734a0dbbc26cbef14cecaf1fd4614f27");
/// ```
#[must_use]
pub fn published_hash(rules: &RuleSet) -> Option<u128> {
    let of_edition = HASHES.iter().find(|(known, _)| known == rules).map(|&(_, hash)| hash);
    of_edition.or_else(|| {
        if cfg!(feature = "survey") { survey::row(rules).map(|row| row.values_hash) } else { None }
    })
}

/// The hash of all values: the XXH3-128 of the digests of all pages, by page number.
pub(crate) fn hash_of(digests: &[u64]) -> u128 {
    let bytes: Vec<u8> = digests.iter().flat_map(|digest| digest.to_le_bytes()).collect();
    xxh3_128(&bytes)
}
