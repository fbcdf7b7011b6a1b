/// Adds accents to the letters outside placeholders, and brackets around the text. The text stays readable. On the
/// screen, a word without accents is not in any catalogue, and a missing bracket means that the text is cut off.
pub(crate) fn disguise(text: &str) -> String {
    let mut inside = false;
    let disguised = text.chars().map(|character| {
        inside = character == '{' || (inside && character != '}');
        if inside { character } else { accented(character) }
    });
    format!("⟦{}⟧", disguised.collect::<String>())
}

fn accented(character: char) -> char {
    const PLAIN: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    const ACCENTED: &str = "ÅƁÇĐÉƑĞĤÎĴĶŁṀÑÖÞɊŔŠŦÛṼŴẌÝŽåƀçđéƒğĥîĵķłɱñöþɋŕšŧûṽŵẍýž";
    PLAIN.find(character).and_then(|place| ACCENTED.chars().nth(place)).unwrap_or(character)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_disguised_and_placeholders_are_not() {
        assert_eq!(disguise("It is {name}’s turn, {count}."), "⟦Îŧ îš {name}’š ŧûŕñ, {count}.⟧");
        let alphabet: String = ('A'..='Z').chain('a'..='z').collect();
        assert!(disguise(&alphabet).chars().all(|character| !character.is_ascii_alphabetic()));
    }
}
