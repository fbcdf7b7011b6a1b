//! Pictures of random positions and games: well formed, with every pawn, and of the right size.

use linja::{Game, Position, RuleSet, Side};
use linja_picture::{Answer, Below, CARD_SIZE, Card, Graph, MOST_PIXELS, Mark, Told, animation, position};
use linja_testing::random_game;

/// Random positions, from the games of several seeds.
fn positions() -> Vec<Position> {
    let games = (1..=3).map(|seed| random_game(RuleSet::BONUS, seed));
    games
        .flat_map(|game| game.turns().iter().step_by(9).map(|turn| turn.result.position).collect::<Vec<_>>())
        .collect()
}

fn card(title: &str, position: Position) -> Card {
    Card {
        position,
        view: Side::Black,
        rules: "Bonus rules".into(),
        over: "Anna & Ben".into(),
        title: title.into(),
        below: Below::Position { sentence: "Black to move.".into(), side: Some((Side::Red, "Red".into())) },
    }
}

/// Whether all elements of an XML document are closed in order, and all its attributes are quoted.
fn is_well_formed(xml: &str) -> bool {
    let mut open = Vec::new();
    for piece in xml.split('<').skip(1) {
        let Some((tag, text)) = piece.split_once('>') else { return false };
        if text.contains('>') || tag.matches('"').count() % 2 == 1 {
            return false;
        }
        let name = tag.split([' ', '/']).find(|name| !name.is_empty()).unwrap_or_default();
        match (tag.starts_with('/'), tag.ends_with('/')) {
            (true, _) if open.pop() != Some(name) => return false,
            (false, false) => open.push(name),
            _ => {}
        }
    }
    open.is_empty()
}

fn pawns(svg: &str, side: Side) -> usize {
    svg.matches(&format!("class=\"pawn\" href=\"#{}\"", side.id())).count()
}

/// The size in the head of a PNG file.
fn png_size(png: &[u8]) -> [u32; 2] {
    assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");
    assert_eq!(&png[12..16], b"IHDR");
    assert_eq!(&png[png.len() - 8..png.len() - 4], b"IEND");
    [16, 20].map(|at| u32::from_be_bytes(png[at..at + 4].try_into().expect("four bytes")))
}

#[test]
fn every_pawn_of_a_position_is_drawn_from_both_sides() {
    let positions = positions();
    assert!(positions.len() > 5);
    for one in positions {
        for view in Side::ALL {
            let svg = position(&one, view).svg(630);
            assert!(is_well_formed(&svg), "{svg}");
            assert_eq!((pawns(&svg, Side::Black), pawns(&svg, Side::Red)), (12, 12), "{one}");
            assert!(svg.contains(&format!("<title>{one}</title>")));
        }
    }
}

#[test]
fn pictures_have_their_size_and_differ() {
    let mut seen = std::collections::BTreeSet::new();
    for one in positions() {
        let png = position(&one, Side::Black).pixels(315).png();
        assert_eq!(png_size(&png), [315, 296]);
        seen.insert((one.to_string().split(' ').next().map(str::to_string), png));
    }
    let pictures: std::collections::BTreeSet<_> = seen.iter().map(|(_, png)| png).collect();
    assert_eq!(pictures.len(), seen.len(), "different positions look different");
    let start = Position::default();
    let [black, red] = Side::ALL.map(|view| position(&start, view).pixels(315));
    assert_ne!(black, red);
    assert_eq!(position(&start, Side::Black).pixels(315), black, "the same picture every time");
}

#[test]
fn no_size_is_too_small_or_too_large() {
    let drawing = position(&Position::default(), Side::Black);
    for (wanted, width) in [(0, 1), (1, 1), (16, 16), (MOST_PIXELS, MOST_PIXELS), (u32::MAX, MOST_PIXELS)] {
        let pixels = drawing.pixels(wanted);
        assert_eq!(pixels.width, width);
        assert_eq!(pixels.rgb.len() as u32, 3 * pixels.width * pixels.height);
    }
}

#[test]
fn cards_take_any_text() {
    let long = "Donaudampfschifffahrtsgesellschaft ".repeat(40);
    for title in ["", "Linja", "<script>\"&'", "\u{0}\u{1}\u{202e}漢字😀\u{ffff}", &long] {
        let card = card(title, Position::default());
        let drawing = card.draw();
        assert_eq!(drawing.size(), CARD_SIZE);
        let svg = drawing.svg(1200);
        assert!(is_well_formed(&svg), "{title}: {svg}");
        assert!(!svg.contains("<script") && !svg.contains('\u{0}'));
        assert_eq!(png_size(&drawing.pixels(1200).png()), CARD_SIZE);
    }
}

#[test]
fn cards_of_games_and_rules_show_what_they_are_given() {
    let graph = |margins: &[i8]| {
        let marks = vec![
            Mark { turn: 0, side: Side::Black, is_blunder: true },
            Mark { turn: 1, side: Side::Red, is_blunder: false },
            Mark { turn: 99, side: Side::Red, is_blunder: false },
        ];
        Told::Graph(Graph { margins: margins.to_vec(), marks })
    };
    let facts = vec![("93 %".to_string(), "accuracy".to_string())];
    let game = |told| {
        let below = Below::Game { told, facts: facts.clone() };
        Card { below, ..card("Anna wins 46 : 45", Position::default()) }.draw().svg(1200)
    };
    for margins in [&[][..], &[0], &[5, -60, 60], &[1; 200]] {
        let svg = game(graph(margins));
        assert!(is_well_formed(&svg));
        assert_eq!(svg.contains("aria-label=\"??\""), margins.len() > 1);
        assert_eq!(svg.contains("aria-label=\"?\""), margins.len() > 2);
    }
    assert!(game(Told::Sentence("Ben resigned.".into())).contains("aria-label=\"Ben resigned.\""));
    let answer = |title: &str, differs| Answer { title: title.into(), choice: "Nothing".into(), differs };
    let answers = vec![answer("Follow-up", true), answer(&"long ".repeat(30), false)];
    let below = Below::Rules { answers, verdict: "Fair".into() };
    let svg = Card { below, ..card("House rules", Position::default()) }.draw().svg(1200);
    assert!(svg.contains("aria-label=\"Follow-up\"") && svg.contains("aria-label=\"Fair\""));
    assert_eq!(svg.matches("#1f5582").count(), 1, "the choice that differs has another colour");
}

#[test]
fn alternative_text_is_the_title_and_the_sentence() {
    let alt = card("Can you hold the draw?", Position::default()).alt();
    assert_eq!(alt, "Anna & Ben. Can you hold the draw? Black to move.");
}

/// The frames of a GIF: the height of each and its delay in hundredths of a second.
fn frames(gif: &[u8]) -> Vec<(u16, u16)> {
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::Indexed);
    let mut decoder = options.read_info(gif).expect("a GIF");
    let mut frames = Vec::new();
    while let Some(frame) = decoder.read_next_frame().expect("whole frames") {
        frames.push((frame.height, frame.delay));
    }
    frames
}

#[test]
fn animation_has_a_frame_for_every_action() {
    let game = random_game(RuleSet::CLASSIC, 3);
    let actions: usize = game.turns().iter().map(|turn| turn.turn.actions().len().max(1)).sum();
    let gif = animation(&game, "Anna – Ben", Side::Red, 240);
    let frames = frames(&gif);
    assert_eq!(frames.len(), actions + 1);
    assert!(frames[1..].iter().all(|&(height, _)| height < frames[0].0), "only changes are stored");
    assert!(frames.last().expect("frames").1 > frames[0].1, "the end stays longest");
    let empty = Game::new(RuleSet::BONUS, Side::Red);
    assert_eq!(self::frames(&animation(&empty, "", Side::Black, 1)).len(), 1);
}

/// How long a card takes; `cargo test -p linja-picture -- --nocapture` prints it.
#[test]
fn time_of_a_card() {
    let begun = std::time::Instant::now();
    let pixels = card("Can you hold the draw?", Position::default()).draw().pixels(1200);
    let painted = begun.elapsed();
    let png = pixels.png();
    println!(
        "card: painted in {painted:?}, written in {:?}, {} bytes",
        begun.elapsed().saturating_sub(painted),
        png.len()
    );
}
