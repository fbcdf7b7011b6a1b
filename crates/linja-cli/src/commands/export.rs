use std::io::{self, IsTerminal as _, Write};
use std::num::NonZeroU32;

use anyhow::{Context as _, ensure};
use indicatif::HumanCount;
use linja::{Margin, Position};
use linja_api::ExportedPosition;
use linja_oracle::{
    Interrupted, Oracle, Progress, Reachable, Resources, Selection, Table, TableError, Values,
};

use crate::args::ExportArgs;
use crate::export::{Format, sample};
use crate::replace_file::NewFile;
use crate::{Exit, progress, tables};

pub(crate) fn run(args: &ExportArgs) -> anyhow::Result<Exit> {
    ensure!(
        args.format != Format::Npy || args.output.is_some() || !io::stdout().is_terminal(),
        "npy is no text: name a file with -o, or redirect the output"
    );
    let table = tables::open(&args.table.rules.rules, &args.table.data_dir)?;
    progress::catch_interrupts()?;
    let Ok(selection) = select(args)? else { return interrupted("nothing was written") };
    let wanted = args.sample.map(NonZeroU32::get).filter(|&count| count < selection.count());
    let numbers = wanted.map(|count| sample(count, selection.count(), args.seed));
    let rows = numbers.as_ref().map_or(selection.count() as usize, Vec::len);
    writeln!(
        anstream::stderr(),
        "Writing {} of {} positions.",
        HumanCount(rows as u64),
        HumanCount(selection.count().into())
    )?;
    let source = Source::new(&table, rows).map_err(|error| tables::unusable(error, &table))?;
    let export = Export { table: &table, source, format: args.format, rows };
    let positions = selection.positions(numbers.as_deref());
    let Some(path) = &args.output else {
        // Not the stream that removes escape sequences: an array may contain their bytes.
        let mut out = io::BufWriter::new(io::stdout().lock());
        let failed = "can't write to standard output";
        let exit = export.write(positions, &mut out, failed)?;
        out.flush().context(failed)?;
        return if exit == Exit::Yes { Ok(exit) } else { interrupted("the output is incomplete") };
    };
    let failed = format!("can't write {}", path.display());
    let mut file = NewFile::create(path).with_context(|| failed.clone())?;
    if export.write(positions, &mut file, &failed)? == Exit::Interrupted {
        return interrupted("nothing was written");
    }
    file.replace().context(failed)?;
    Ok(Exit::Yes)
}

fn interrupted(what: &str) -> anyhow::Result<Exit> {
    writeln!(anstream::stderr(), "Interrupted: {what}.")?;
    Ok(Exit::Interrupted)
}

/// The positions to choose from.
fn select(args: &ExportArgs) -> anyhow::Result<Result<Selection, Interrupted>> {
    let advances = &args.advance.0;
    if !args.reachable {
        return Ok(Ok(Selection::by_advance(advances.clone(), None)));
    }
    writeln!(anstream::stderr(), "Finding the positions that can come up.")?;
    let counted = progress::Counting::new("positions", 1_000_000);
    let found =
        Reachable::find(&args.table.rules.rules, *advances.end(), tables::threads(), &|report: Progress| {
            counted.show(report.positions);
            progress::or_interrupt()
        });
    counted.finish();
    Ok(found.map(|reachable| Selection::by_advance(advances.clone(), Some(reachable))))
}

/// Where values come from.
enum Source<'a> {
    Table(&'a Table),
    Memory(Box<Values>),
}

/// From this many rows on, nearly every page of the table is needed several times.
const MANY_ROWS: usize = 30_000;
/// What all values take, and a little more.
const BYTES_OF_VALUES: u64 = 2_600_000_000;

impl Source<'_> {
    /// All values in memory if that pays and there is enough of it.
    fn new(table: &Table, rows: usize) -> Result<Source<'_>, TableError> {
        let memory = Resources::available(table.path()).memory;
        if rows < MANY_ROWS || memory.is_some_and(|memory| memory < BYTES_OF_VALUES) {
            return Ok(Source::Table(table));
        }
        Ok(Source::Memory(Box::new(Values::load(table, tables::threads())?)))
    }

    /// Rows are made on all cores and written in pieces of this many: a moment's work.
    fn piece(&self) -> usize {
        match self {
            Source::Table(_) => 1 << 7,
            Source::Memory(_) => 1 << 16,
        }
    }

    fn oracle(&self) -> &dyn Oracle {
        match self {
            Source::Table(table) => *table,
            Source::Memory(values) => values.as_ref(),
        }
    }

    fn values(&self, positions: &[Position]) -> Result<Vec<Margin>, TableError> {
        match self {
            Source::Table(table) => table.values(positions),
            Source::Memory(values) => {
                positions.iter().map(|position| Oracle::value(values.as_ref(), position)).collect()
            }
        }
    }
}

struct Export<'a> {
    table: &'a Table,
    source: Source<'a>,
    format: Format,
    rows: usize,
}

impl Export<'_> {
    /// Writes all rows; stops early when interrupted. `failed` is the message if `out` can't be written.
    fn write(
        &self,
        positions: impl Iterator<Item = Position>,
        out: &mut impl Write,
        failed: &str,
    ) -> anyhow::Result<Exit> {
        let shown = progress::Progress::new(self.rows as u64, "positions");
        let mut write = |bytes: &[u8]| out.write_all(bytes).with_context(|| failed.to_string());
        write(&self.format.head(self.rows as u64))?;
        let mut positions = positions.peekable();
        let mut done = 0;
        while positions.peek().is_some() {
            if progress::interrupted() {
                shown.finish();
                return Ok(Exit::Interrupted);
            }
            let piece: Vec<Position> = positions.by_ref().take(self.source.piece()).collect();
            for bytes in self.encode_on_all_cores(&piece) {
                write(&bytes?)?;
            }
            done += piece.len() as u64;
            shown.show(done, "");
        }
        shown.finish();
        Ok(Exit::Yes)
    }

    fn encode_on_all_cores(&self, positions: &[Position]) -> Vec<anyhow::Result<Vec<u8>>> {
        let part = positions.len().div_ceil(tables::threads()).max(1);
        std::thread::scope(|scope| {
            let parts: Vec<_> =
                positions.chunks(part).map(|part| scope.spawn(move || self.encode(part))).collect();
            parts
                .into_iter()
                .map(|part| part.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
                .collect()
        })
    }

    fn encode(&self, positions: &[Position]) -> anyhow::Result<Vec<u8>> {
        let unusable = |error| tables::unusable(error, self.table);
        let mut bytes = Vec::new();
        for (position, value) in positions.iter().zip(self.source.values(positions).map_err(unusable)?) {
            let row = ExportedPosition::new(position, value, self.source.oracle()).map_err(unusable)?;
            self.format.row(&row, &mut bytes)?;
        }
        Ok(bytes)
    }
}
