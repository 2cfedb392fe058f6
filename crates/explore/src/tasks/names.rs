//! Names of tasks, events and whole computation graphs that do not depend on the order in which tasks ran.
//!
//! A task is named by who posted it and as which of its tasks; an event (an isolated block, a choice) by its
//! task, the event before it in the task, what was chosen, and the isolated blocks that it conflicts with and
//! follows. So the last events of all tasks name the computation graph, exactly: names are numbers of a
//! table, not hashes.

use super::watch::{Chosen, Watch};
use rustc_hash::FxHashMap;

/// Task, previous event, what was chosen (whether a value or a task, and which), isolated blocks before it.
type EventName = (u32, u32, Option<(bool, u64)>, Vec<u32>);

/// The table of names.
#[derive(Default)]
pub struct Names {
    tasks: FxHashMap<(u32, u32), u32>,
    events: FxHashMap<EventName, u32>,
}

impl Names {
    /// The name of the computation graph of a run so far.
    pub fn graph(&mut self, watch: &Watch) -> Vec<(u32, u32)> {
        let mut tasks = vec![0; watch.tasks.len()];
        for (i, task) in watch.tasks.iter().enumerate().skip(1) {
            let next = self.tasks.len() as u32 + 1;
            tasks[i] = *self
                .tasks
                .entry((tasks[task.parent.0 as usize], task.index))
                .or_insert(next);
        }
        let mut events: Vec<u32> = Vec::with_capacity(watch.events.len());
        for event in &watch.events {
            let mut after: Vec<u32> = event.after.iter().map(|b| events[*b as usize]).collect();
            after.sort_unstable();
            let choice = event.choice.map(|chosen| match chosen {
                Chosen::Value(value) => (false, value),
                Chosen::Join(task) => (true, u64::from(tasks[task.0 as usize])),
            });
            let previous = event.previous.map_or(0, |p| events[p as usize]);
            let name = (tasks[event.task.0 as usize], previous, choice, after);
            let next = self.events.len() as u32 + 1;
            events.push(*self.events.entry(name).or_insert(next));
        }
        let last = watch.tasks.iter().zip(&tasks);
        let mut graph: Vec<(u32, u32)> = last
            .filter_map(|(task, name)| Some((*name, events[task.event? as usize])))
            .collect();
        graph.sort_unstable();
        graph
    }
}
