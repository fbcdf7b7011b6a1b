use std::io::Write;

use crate::Exit;

/// Made by scripts/notices.
const NOTICES: &str = include_str!("../../../../THIRD-PARTY-NOTICES");

pub(crate) fn run(out: &mut impl Write) -> anyhow::Result<Exit> {
    out.write_all(NOTICES.as_bytes())?;
    Ok(Exit::Yes)
}
