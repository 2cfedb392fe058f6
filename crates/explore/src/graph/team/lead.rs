//! What the first worker knows beyond the others: whether all are done, and how the search ends.
//!
//! Nobody is at work any more if two waves, of which the second began after the first had come back, find
//! every worker without work, and as many messages had been received at the first as have been sent at the
//! second (the four counters of Mattern 1987; `SOUNDNESS.md` has the argument).

/// The waves.
#[derive(Debug)]
pub(super) struct Waves {
    /// The number of the wave that is under way, or was last.
    pub number: u64,
    /// By worker: the messages that it had sent and received; none before it has answered.
    answers: Vec<Option<(u64, u64)>>,
    /// How many messages all had received at the wave before.
    before: Option<u64>,
}

/// What a wave has shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shown {
    /// Not all have answered.
    Nothing,
    /// All have, and another wave is needed.
    Unfinished,
    /// Nobody is at work.
    Finished,
}

impl Waves {
    pub fn new(count: u32) -> Waves {
        Waves {
            number: 0,
            answers: vec![Some((0, 0)); count as usize],
            before: None,
        }
    }

    /// Whether no answer is awaited.
    pub fn is_quiet(&self) -> bool {
        self.answers.iter().all(Option::is_some)
    }

    /// Begins a wave. The first worker, which has no work, answers at once.
    pub fn begin(&mut self, sent: u64, received: u64) {
        self.number += 1;
        self.answers.fill(None);
        self.answers[0] = Some((sent, received));
    }

    /// A worker, which has no work, answers a wave.
    pub fn answer(&mut self, worker: u32, wave: u64, sent: u64, received: u64) -> Shown {
        if wave != self.number {
            return Shown::Nothing;
        }
        self.answers[worker as usize] = Some((sent, received));
        if !self.is_quiet() {
            return Shown::Nothing;
        }
        let answers = || self.answers.iter().flatten();
        let sent: u64 = answers().map(|(sent, _)| sent).sum();
        let received: u64 = answers().map(|(_, received)| received).sum();
        match self.before.replace(received) == Some(sent) {
            true => Shown::Finished,
            false => Shown::Unfinished,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_waves_with_equal_counts_end_a_search() {
        let mut waves = Waves::new(2);
        waves.begin(3, 2);
        assert_eq!(waves.answer(1, 1, 2, 3), Shown::Unfinished);
        waves.begin(3, 2);
        assert_eq!(waves.answer(1, 2, 2, 3), Shown::Finished);
    }

    #[test]
    fn a_message_on_its_way_needs_another_wave() {
        let mut waves = Waves::new(2);
        // The second worker answers before it hears of the message that the first one has sent.
        waves.begin(1, 0);
        assert_eq!(waves.answer(1, 1, 0, 0), Shown::Unfinished);
        // It has answered, heard of it, sent one back that was received, and has work again.
        waves.begin(1, 1);
        assert_eq!(waves.answer(1, 1, 1, 1), Shown::Nothing);
        assert_eq!(waves.answer(1, 2, 1, 1), Shown::Unfinished);
        waves.begin(1, 1);
        assert_eq!(waves.answer(1, 3, 1, 1), Shown::Finished);
    }
}
