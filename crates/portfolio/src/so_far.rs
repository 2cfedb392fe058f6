//! What a check has found and covered so far, for whoever must end it before it is done.

use std::sync::{Mutex, MutexGuard, PoisonError};

use raceproof_report::{Report, Sources, Value};

/// What is known at this moment.
#[derive(Debug, Default)]
pub struct SoFar(Mutex<Known>);

#[derive(Debug, Default)]
struct Known {
    /// The inputs of the run at hand.
    inputs: Vec<(String, Value)>,
    told: Option<(Report, Sources)>,
    /// The inputs of the run that it was told of.
    told_of: Vec<(String, Value)>,
}

impl SoFar {
    fn known(&self) -> MutexGuard<'_, Known> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What is told from now on is about these inputs.
    pub(crate) fn begin(&self, inputs: Vec<(String, Value)>) {
        self.known().inputs = inputs;
    }

    /// Tells what is known from now on. What was found before is not forgotten for something without
    /// findings.
    pub(crate) fn tell(&self, report: &Report, sources: &Sources) {
        let known = &mut *self.known();
        let has_findings = |(report, _): &(Report, Sources)| !report.findings.is_empty();
        if report.findings.is_empty() && known.told.as_ref().is_some_and(has_findings) {
            return;
        }
        // Sources are quoted where there are findings.
        let quoted = match report.findings.is_empty() {
            true => Sources::default(),
            false => sources.clone(),
        };
        let mut report = report.clone();
        // A size of a team for which there was no time takes nothing away that was proved for any.
        let is_same = report.findings.is_empty() && known.told_of == known.inputs;
        if let Some((before, _)) = known.told.take().filter(|_| is_same && report.objects.is_empty()) {
            report.objects = before.objects;
        }
        known.told_of = known.inputs.clone();
        for finding in &mut report.findings {
            finding.inputs.extend(known.inputs.iter().cloned());
        }
        known.told = Some((report, quoted));
    }

    /// What is known, with the sources that it quotes.
    pub fn get(&self) -> Option<(Report, Sources)> {
        self.known().told.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use raceproof_report::{Finding, Kind, Location, Object, Standing};

    #[test]
    fn findings_are_kept_and_have_the_inputs_of_their_run() {
        let so_far = SoFar::default();
        assert!(so_far.get().is_none());
        so_far.tell(&Report::default(), &Sources::default());
        assert!(so_far.get().is_some_and(|(report, _)| report.findings.is_empty()));
        so_far.begin(vec![("n".to_owned(), Value::Integer(3))]);
        let report = Report {
            findings: vec![Finding::new(Kind::Race, "a race")],
            ..Report::default()
        };
        so_far.tell(&report, &Sources::default());
        so_far.begin(Vec::new());
        so_far.tell(&Report::default(), &Sources::default());
        let (report, _) = so_far.get().expect("something was told");
        assert_eq!(report.findings.len(), 1);
        assert_eq!(report.findings[0].inputs.get("n"), Some(&Value::Integer(3)));
    }

    #[test]
    fn objects_are_kept_for_the_same_inputs() {
        let object = Object {
            name: "a".to_owned(),
            at: Location::default(),
            standing: Standing::Proved,
            protected_by: Vec::new(),
            checked: None,
            accessed_by: Vec::new(),
            open: Vec::new(),
        };
        let report = Report {
            objects: vec![object],
            ..Report::default()
        };
        let so_far = SoFar::default();
        let objects = || so_far.get().map_or(0, |(report, _)| report.objects.len());
        so_far.tell(&report, &Sources::default());
        so_far.tell(&Report::default(), &Sources::default());
        assert_eq!(objects(), 1);
        so_far.begin(vec![("n".to_owned(), Value::Integer(3))]);
        so_far.tell(&Report::default(), &Sources::default());
        assert_eq!(objects(), 0);
    }
}
