//! The computation graph of one run, explicitly: for pictures, and to compare the engine with Algorithm 1.

use super::course::{Course, Halt};
use super::watch::Watch;
use raceproof_engine::{Budget, Outcome};
use raceproof_machine::{Access, Machine, ObjectId, Observer, Pointer, Schedule, Sink, Site, ThreadId, What};
use raceproof_order::{ComputationGraph, Edge, Reach, TaskId};

/// The graph of a run.
pub struct Drawn {
    /// The graph. Isolated blocks exclude each other; the order in which they happened is no edge.
    pub graph: ComputationGraph,
    /// By node: where the task was when it began.
    pub starts: Vec<Site>,
}

/// The graph of the run that the engine looks at first; nothing if that meets something which is no matter of
/// tasks, or a choice.
pub fn draw(machine: &Machine, budget: &Budget) -> Option<Drawn> {
    let mut course = Course::new(
        machine,
        Watch::for_one_run(Default::default(), Default::default(), Default::default(), true),
    );
    let halt = course.settle(budget, &mut Outcome::default(), true);
    match halt {
        Ok(Halt::Quiet) if !course.has_choices() => Some(draw_schedule(machine, &course.schedule())),
        _ => None,
    }
}

/// The graph of a schedule.
pub fn draw_schedule(machine: &Machine, schedule: &Schedule) -> Drawn {
    let mut state = machine.initial();
    let mut pen = Pen {
        graph: ComputationGraph::exclude(),
        running: vec![TaskId(0)],
        starts: vec![Site::START],
    };
    for turn in schedule.turns() {
        let t = turn.thread;
        let site = machine.site(&state, t);
        match turn.what {
            What::Take(choice) => {
                // A defect of a task ends its part in the run, no more.
                let _ = machine.take(&mut state, t, choice, &mut pen);
            }
            What::Run | What::Access(_) => {
                machine.run(&mut state, t, &mut pen, raceproof_machine::FUEL);
            }
        }
        pen.starts.resize(pen.graph.nodes().len(), site);
    }
    Drawn {
        graph: pen.graph,
        starts: pen.starts,
    }
}

struct Pen {
    graph: ComputationGraph,
    /// By thread.
    running: Vec<TaskId>,
    starts: Vec<Site>,
}

impl Pen {
    fn task(&self, t: ThreadId) -> TaskId {
        self.running.get(t.0 as usize).copied().unwrap_or(TaskId(0))
    }
}

impl Sink for Pen {
    fn access(&mut self, t: ThreadId, a: Access) {
        if !a.atomic {
            let reach = Reach {
                object: a.object.0,
                start: a.start,
                length: a.length,
            };
            self.graph.access(self.task(t), reach, a.write);
        }
    }

    fn released(&mut self, t: ThreadId, object: ObjectId, size: u32, site: Site) {
        if !object.space().is_stack() {
            self.access(t, Access::end(object, size, site));
        }
    }

    fn edge(&mut self, t: ThreadId, edge: Edge) {
        match edge {
            Edge::Fork(child) => {
                let id = self.graph.post(self.task(t));
                let i = child.0 as usize;
                if self.running.len() <= i {
                    self.running.resize(i + 1, TaskId(0));
                }
                self.running[i] = id;
            }
            Edge::Join(child) => self.graph.join(self.task(t), self.task(child)),
            _ => {}
        }
    }

    fn lock(&mut self, t: ThreadId, _object: Pointer, held: bool) {
        match held {
            true => self.graph.isolate(self.task(t)),
            false => self.graph.end_isolated(self.task(t)),
        }
    }
}

impl Observer for Pen {}
