use linja_players::Chance;

/// `count` different numbers below `total`, in ascending order; every set of numbers is equally likely. Returns all numbers if
/// `count` is not less than `total`.
pub(crate) fn sample(count: u32, total: u32, seed: u64) -> Vec<u32> {
    if count >= total {
        return (0..total).collect();
    }
    let mut chance = Chance::new(seed);
    if count <= total / 2 {
        return draw(count, total, &mut chance);
    }
    // Otherwise few numbers would be left at the end, and drawing one of them would take long.
    let mut left_out = draw(total - count, total, &mut chance).into_iter().peekable();
    let mut kept = Vec::with_capacity(count as usize);
    kept.extend((0..total).filter(|number| left_out.next_if_eq(number).is_none()));
    kept
}

/// As [`sample`], for at most half of the numbers.
fn draw(count: u32, total: u32, chance: &mut Chance) -> Vec<u32> {
    let mut numbers = Vec::with_capacity(count as usize);
    // Numbers that come twice are drawn again.
    while numbers.len() < count as usize {
        let missing = count as usize - numbers.len();
        numbers.extend((0..missing).map(|_| chance.below(total as usize) as u32));
        numbers.sort_unstable();
        numbers.dedup();
    }
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_have_the_size_that_was_asked_for_and_no_number_twice() {
        for count in [0, 1, 5, 50, 99, 100, 101] {
            let numbers = sample(count, 100, 7);
            assert_eq!(numbers.len(), count.min(100) as usize);
            assert!(numbers.is_sorted_by(|one, next| one < next));
            assert!(numbers.iter().all(|&number| number < 100));
            assert_eq!(numbers, sample(count, 100, 7), "the same seed gives the same sample");
        }
        assert_ne!(sample(5, 100, 7), sample(5, 100, 8));
    }

    #[test]
    fn every_number_is_drawn_equally_often() {
        for count in [3, 7] {
            let mut drawn = [0; 10];
            for seed in 0..2_000 {
                for number in sample(count, 10, seed) {
                    drawn[number as usize] += 1;
                }
            }
            let expected = 200 * count;
            assert!(drawn.iter().all(|&times: &u32| times.abs_diff(expected) < 120), "{count}: {drawn:?}");
        }
    }
}
