//! The tables of a version of the schema.

use sqlx::sqlite::SqliteConnectOptions;

use super::UpkeepError;
use super::session::{Session, newest};
use crate::store::rows;

/// A table of the schema.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Table {
    pub(super) name: String,
    pub(super) columns: Vec<Column>,
}

/// A column of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Column {
    pub(super) name: String,
    /// The type as in the migration; both databases know it.
    pub(super) kind: String,
    pub(super) is_key: bool,
}

/// All tables after migration `version`, by name. Read from an empty database that the migrations have built, so that no
/// table can be forgotten.
///
/// # Errors
/// If this program does not know the version; `what` has it.
pub(super) async fn tables(version: i64, what: &'static str) -> Result<Vec<Table>, UpkeepError> {
    if version > newest() {
        return Err(UpkeepError::Newer { what, found: version, known: newest() });
    }
    let mut empty = Session::sqlite(SqliteConnectOptions::new().in_memory(true), "BEGIN").await?;
    empty.migrate(&rows::migrator(), Some(version)).await?;
    let names = "SELECT name FROM sqlite_schema WHERE type = 'table' \
         AND name NOT LIKE 'sqlite~_%' ESCAPE '~' AND name <> '_sqlx_migrations' ORDER BY name";
    let mut tables = Vec::new();
    for name in empty.all_texts(names.into()).await? {
        let sql = format!(
            "SELECT name || ' ' || type || ' ' || (pk > 0) FROM pragma_table_info('{name}') ORDER BY cid"
        );
        let columns = empty.all_texts(sql).await?;
        let columns = columns.iter().filter_map(|column| {
            let mut words = column.split(' ');
            let (name, kind) = (words.next()?.to_string(), words.next()?.to_string());
            Some(Column { name, kind, is_key: words.next()? == "1" })
        });
        tables.push(Table { columns: columns.collect(), name });
    }
    Ok(tables)
}

impl Table {
    /// The names of the columns.
    pub(super) fn columns(&self) -> Vec<String> {
        self.columns.iter().map(|column| column.name.clone()).collect()
    }

    /// A query of all rows, each as a JSON array, in the order of the primary key.
    pub(super) fn select(&self, session: &Session) -> String {
        let (columns, keys) = (list(self.columns.iter()), list(self.columns.iter().filter(|c| c.is_key)));
        let order = if keys.is_empty() { &columns } else { &keys };
        format!("SELECT {} FROM \"{}\" ORDER BY {order}", session.json_array(&columns), self.name)
    }

    /// A statement that inserts a JSON array of such rows, its only parameter.
    pub(super) fn insert(&self, session: &Session) -> String {
        let columns = list(self.columns.iter());
        let values = |cast: fn(usize, &Column) -> String| {
            let values = self.columns.iter().enumerate().map(|(place, column)| cast(place, column));
            values.collect::<Vec<_>>().join(", ")
        };
        let rows = match session {
            Session::Sqlite(_) => {
                let values = values(|place, _| format!("value ->> {place}"));
                format!("SELECT {values} FROM json_each($1)")
            }
            Session::Postgres(_) => {
                let values = values(|place, column| format!("(value ->> {place})::{}", column.kind));
                format!("SELECT {values} FROM json_array_elements($1::json)")
            }
        };
        format!("INSERT INTO \"{}\" ({columns}) {rows}", self.name)
    }

    /// A query of the number of rows.
    pub(super) fn count(&self) -> String {
        format!("SELECT count(*) FROM \"{}\"", self.name)
    }
}

fn list<'a>(columns: impl Iterator<Item = &'a Column>) -> String {
    columns.map(|column| format!("\"{}\"", column.name)).collect::<Vec<_>>().join(", ")
}
