//! The line of one class.

use std::collections::{HashMap, VecDeque};

use super::Client;

/// Waiting jobs. Clients take turns; the jobs of one client are served in order.
pub(super) struct Line<T> {
    by_client: HashMap<Client, VecDeque<(u64, T)>>,
    /// The clients with waiting jobs, the next one first.
    turns: VecDeque<Client>,
    length: usize,
    most_of_one: usize,
    most: usize,
}

/// The place of a job.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ticket {
    pub(super) client: Client,
    /// Unique.
    pub(super) number: u64,
}

impl<T> Line<T> {
    pub(super) fn new(most_of_one: usize, most: usize) -> Line<T> {
        Line { by_client: HashMap::new(), turns: VecDeque::new(), length: 0, most_of_one, most }
    }

    pub(super) fn len(&self) -> usize {
        self.length
    }

    /// Adds a job. If the line is full, the newest job of the client with the most jobs makes room, and is returned.
    /// The error is the job itself, if its own client has too many.
    pub(super) fn push(&mut self, ticket: Ticket, job: T) -> Result<Option<T>, T> {
        let own = self.jobs_of(ticket.client);
        if own >= self.most_of_one {
            return Err(job);
        }
        let mut made_room = None;
        if self.length >= self.most {
            let largest = self.by_client.iter().max_by_key(|(_, jobs)| jobs.len());
            let Some(largest) = largest.filter(|(_, jobs)| jobs.len() > own + 1).map(|(client, _)| *client)
            else {
                return Err(job);
            };
            made_room = self.pop_newest(largest);
        }
        let jobs = self.by_client.entry(ticket.client).or_default();
        if jobs.is_empty() {
            self.turns.push_back(ticket.client);
        }
        jobs.push_back((ticket.number, job));
        self.length += 1;
        Ok(made_room)
    }

    /// Takes the oldest job of the client whose turn it is.
    pub(super) fn pop(&mut self) -> Option<T> {
        let client = self.turns.pop_front()?;
        let jobs = self.by_client.get_mut(&client)?;
        let (_, job) = jobs.pop_front()?;
        if jobs.is_empty() {
            self.by_client.remove(&client);
        } else {
            self.turns.push_back(client);
        }
        self.length -= 1;
        Some(job)
    }

    /// Takes a job out of the line; `None` if the job is not in it any more.
    pub(super) fn remove(&mut self, ticket: &Ticket) -> Option<T> {
        let jobs = self.by_client.get_mut(&ticket.client)?;
        let place = jobs.iter().position(|(number, _)| *number == ticket.number)?;
        let (_, job) = jobs.remove(place)?;
        self.removed_from(ticket.client);
        Some(job)
    }

    fn jobs_of(&self, client: Client) -> usize {
        self.by_client.get(&client).map_or(0, VecDeque::len)
    }

    fn pop_newest(&mut self, client: Client) -> Option<T> {
        let (_, job) = self.by_client.get_mut(&client)?.pop_back()?;
        self.removed_from(client);
        Some(job)
    }

    /// Corrects the counts after a job of the client was removed.
    fn removed_from(&mut self, client: Client) {
        self.length -= 1;
        if self.jobs_of(client) == 0 {
            self.by_client.remove(&client);
            self.turns.retain(|other| *other != client);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(last: u8) -> Client {
        Client::Network([10, 0, 0, last].into())
    }

    /// Pushes a job named by its client and number.
    fn push(line: &mut Line<(u8, u64)>, of: u8, number: u64) -> Result<Option<(u8, u64)>, (u8, u64)> {
        line.push(Ticket { client: client(of), number }, (of, number))
    }

    fn all(line: &mut Line<(u8, u64)>) -> Vec<(u8, u64)> {
        std::iter::from_fn(|| line.pop()).collect()
    }

    #[test]
    fn clients_take_turns() {
        let mut line = Line::new(10, 100);
        for (of, number) in [(1, 1), (1, 2), (1, 3), (2, 4), (3, 5), (2, 6)] {
            assert_eq!(push(&mut line, of, number), Ok(None));
        }
        assert_eq!(line.len(), 6);
        assert_eq!(all(&mut line), [(1, 1), (2, 4), (3, 5), (1, 2), (2, 6), (1, 3)]);
        assert_eq!((line.len(), line.by_client.len(), line.turns.len()), (0, 0, 0));
    }

    #[test]
    fn client_with_too_many_jobs_is_refused_and_others_are_not() {
        let mut line = Line::new(2, 100);
        assert!((1..=2).all(|number| push(&mut line, 1, number) == Ok(None)));
        assert_eq!(push(&mut line, 1, 3), Err((1, 3)));
        assert_eq!(push(&mut line, 2, 4), Ok(None));
    }

    #[test]
    fn full_line_takes_the_room_from_whoever_has_the_most() {
        let mut line = Line::new(10, 4);
        for (of, number) in [(1, 1), (1, 2), (1, 3), (2, 4)] {
            assert_eq!(push(&mut line, of, number), Ok(None));
        }
        assert_eq!(push(&mut line, 1, 5), Err((1, 5)), "the client with the most jobs itself");
        assert_eq!(push(&mut line, 3, 6), Ok(Some((1, 3))));
        assert_eq!(push(&mut line, 2, 7), Err((2, 7)), "nobody has two jobs more");
        assert_eq!(push(&mut line, 4, 8), Ok(Some((1, 2))));
        assert_eq!(push(&mut line, 5, 9), Err((5, 9)), "all have one job");
        assert_eq!(all(&mut line), [(1, 1), (2, 4), (3, 6), (4, 8)]);
    }

    #[test]
    fn removed_job_leaves_no_trace() {
        let mut line = Line::new(10, 100);
        for (of, number) in [(1, 1), (1, 2), (2, 3)] {
            assert_eq!(push(&mut line, of, number), Ok(None));
        }
        let ticket = |of, number| Ticket { client: client(of), number };
        assert_eq!(line.remove(&ticket(2, 3)), Some((2, 3)));
        assert_eq!(line.remove(&ticket(2, 3)), None);
        assert_eq!(line.remove(&ticket(1, 1)), Some((1, 1)));
        assert_eq!((line.len(), line.turns.len()), (1, 1));
        assert_eq!(all(&mut line), [(1, 2)]);
    }
}
