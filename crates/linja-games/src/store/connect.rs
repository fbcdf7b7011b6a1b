//! Connection errors of PostgreSQL, in one line for the operator.

use sqlx::postgres::PgConnectOptions;

use super::StoreError;

/// Parses the address of a database.
///
/// # Errors
/// If the address is not a PostgreSQL URL, or can't be parsed.
pub(super) fn read(url: &str) -> Result<PgConnectOptions, StoreError> {
    // sqlx accepts any scheme, even `http`.
    if !["postgres://", "postgresql://"].iter().any(|start| url.starts_with(start)) {
        return Err(StoreError::Address("it must begin with postgres://".into()));
    }
    url.parse().map_err(|error: sqlx::Error| {
        let text = error.to_string();
        StoreError::Address(text.trim_start_matches("error with configuration: ").to_string())
    })
}

/// Describes a connection error, without the password.
pub(super) fn failed(options: &PgConnectOptions, error: sqlx::Error) -> StoreError {
    let why = match error {
        // Only PostgreSQL's own message, without the prefix that sqlx adds.
        sqlx::Error::Database(error) => error.message().to_string(),
        // sqlx retries refused connections until this timeout, because the server may be starting.
        sqlx::Error::PoolTimedOut => "it does not answer".into(),
        sqlx::Error::Tls(error) => error.to_string(),
        sqlx::Error::Io(error) => error.to_string(),
        error => error.to_string(),
    };
    // The TLS library shows only these names. `BadSignature` means a different root certificate of the same name.
    let untrusted = "its issuer is not trusted here; name the right root with sslrootcert=FILE";
    let why = why.replace("UnknownIssuer", untrusted).replace("BadSignature", untrusted);
    let why = why.replace(['\r', '\n'], " ");
    let place = options.get_socket().map_or_else(
        || format!("{}:{}", options.get_host(), options.get_port()),
        |folder| folder.display().to_string(),
    );
    StoreError::Connect { place, why }
}
