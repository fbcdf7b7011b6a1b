//! Why there is no connection to PostgreSQL, in one line for the operator.

use sqlx::postgres::PgConnectOptions;

use super::StoreError;

/// Reads the address of a database.
///
/// # Errors
/// If it is not one of PostgreSQL, or something in it can't be read.
pub(super) fn read(url: &str) -> Result<PgConnectOptions, StoreError> {
    // The library would take anything for PostgreSQL, a web page too.
    if !["postgres://", "postgresql://"].iter().any(|start| url.starts_with(start)) {
        return Err(StoreError::Address("it must begin with postgres://".into()));
    }
    url.parse().map_err(|error: sqlx::Error| {
        let text = error.to_string();
        StoreError::Address(text.trim_start_matches("error with configuration: ").to_string())
    })
}

/// Says what went wrong, and where. The password is not part of it.
pub(super) fn failed(options: &PgConnectOptions, error: sqlx::Error) -> StoreError {
    let why = match error {
        // PostgreSQL's own sentence, without what the library says around it.
        sqlx::Error::Database(error) => error.message().to_string(),
        // What refuses connections is tried again for a while: it may be about to start.
        sqlx::Error::PoolTimedOut => "it does not answer".into(),
        sqlx::Error::Tls(error) => error.to_string(),
        sqlx::Error::Io(error) => error.to_string(),
        error => error.to_string(),
    };
    // The library shows only these names. The second means another root certificate of the same name.
    let untrusted = "its issuer is not trusted here; name the right root with sslrootcert=FILE";
    let why = why.replace("UnknownIssuer", untrusted).replace("BadSignature", untrusted);
    let why = why.replace(['\r', '\n'], " ");
    let place = options.get_socket().map_or_else(
        || format!("{}:{}", options.get_host(), options.get_port()),
        |folder| folder.display().to_string(),
    );
    StoreError::Connect { place, why }
}
