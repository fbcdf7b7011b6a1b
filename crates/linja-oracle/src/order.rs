//! Sorting of the short lists that answers consist of.

/// Sorts by a number; items with the same one stay in their order.
///
/// The places of the items are sorted, so that one copy of the sort serves items of all types. Each copy would take 10 KB of the
/// engine in the page.
pub fn sort_by_number<T: Clone>(items: &mut [T], number: impl Fn(&T) -> u64) {
    let mut order: Vec<(u64, usize)> = items.iter().map(number).zip(0..).collect();
    order.sort_unstable();
    let before = items.to_vec();
    for (item, (_, place)) in items.iter_mut().zip(order) {
        item.clone_from(&before[place]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_with_the_same_number_stay_in_their_order() {
        let mut words = ["cc", "a", "bb", "", "b", "aa"];
        sort_by_number(&mut words, |word| word.len() as u64);
        assert_eq!(words, ["", "a", "b", "cc", "bb", "aa"]);
        sort_by_number(&mut words[..0], |_| 0);
        sort_by_number(&mut words, |word| u64::MAX - word.len() as u64);
        assert_eq!(words, ["cc", "bb", "aa", "a", "b", ""]);
    }
}
