//! Answers that do not depend on who asks or how: the same from a server over HTTP and from the engine in a browser.

mod code;
mod position;
mod problem;
mod puzzle;
mod request;
mod review;

pub use self::code::Code;
pub use self::position::{Which, not_solved};
pub use self::problem::Problem;
pub use self::puzzle::{Attempt, Day, day};
pub use self::request::{read_json, read_query};
pub use self::review::Upload;
