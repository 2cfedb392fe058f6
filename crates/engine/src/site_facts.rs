//! What is known of a program before it runs, said of the operations of its code.
//!
//! [`Facts`] are about steps of the program, and engines hear of operations. A step stands for all operations
//! that it has become, and an operation for the step that it was made from. Where an operation has none
//! ([`Site::START`]), whatever it reads may steer.

use raceproof_flow::{Crossings, End, Facts, Own};
use raceproof_ir::{BlockId, Point, Reg};
use raceproof_machine::{Code, FuncId, Machine, Meet, ObjectId, Site, State, ThreadId};
use std::collections::BTreeSet;

/// What values influence, see [`raceproof_flow::Influence`].
pub type Influence = raceproof_flow::Influence<Site, Meet>;

/// A register in which a thread collects, see [`raceproof_flow::Accumulator`].
pub type Accumulator = raceproof_flow::Accumulator<Site>;

/// A branch at which a thread may go either way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Crossing {
    /// Where it is, and which loop it leaves.
    pub branch: raceproof_flow::Crossing,
    /// The operations that it has become, and whether each leaves the loop by jumping. If there is no loop,
    /// none does.
    pub sites: Vec<(Site, bool)>,
}

impl Crossing {
    /// Whether an operation of it leaves the loop by jumping.
    pub fn leaves_by_jumping(&self, site: Site) -> Option<bool> {
        let mut sites = self.sites.iter();
        sites.find(|(s, _)| *s == site).map(|(_, jumps)| *jumps)
    }
}

/// What values can bring about in a thread that is alone, see [`raceproof_flow::Late`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Late {
    /// Where one of them is an address or a size.
    pub steers: Option<Site>,
    /// Where something may fail because of one of them.
    pub fails: Option<Site>,
    /// Stores that take them.
    pub stores: Vec<Site>,
}

/// What is known of a program, by the operations of its code.
#[derive(Clone, Copy)]
pub struct SiteFacts<'m, 'p> {
    /// What runs the program.
    pub machine: &'m Machine<'p>,
    code: &'m Code<'p>,
    facts: &'m Facts<'p>,
}

impl<'m, 'p> SiteFacts<'m, 'p> {
    /// What is known of the program that a machine runs.
    pub fn new(machine: &'m Machine<'p>, facts: &'m Facts<'p>) -> SiteFacts<'m, 'p> {
        SiteFacts {
            machine,
            code: machine.code(),
            facts,
        }
    }

    /// The steps that operations were made from; one that has none if there is one.
    fn points(&self, sites: &[Site]) -> Result<Vec<Point>, Site> {
        let point = |site: &Site| self.code.point(*site).ok_or(*site);
        sites.iter().map(point).collect()
    }

    fn sites(&self, points: &[Point]) -> Vec<Site> {
        points.iter().flat_map(|at| self.code.sites(*at)).collect()
    }

    /// What values that these operations read, and results of others, influence, see [`Facts::influence`].
    pub fn influence(
        &self,
        reads: &[Site],
        computed: &[Site],
        own: &Own,
        crossings: &Crossings,
    ) -> Influence {
        let (reads, computed) = match (self.points(reads), self.points(computed)) {
            (Ok(reads), Ok(computed)) => (reads, computed),
            (_, Err(site)) | (Err(site), _) => return Influence::Steers(site),
        };
        match self.facts.influence(&reads, &computed, own, crossings) {
            raceproof_flow::Influence::Steers(at) => Influence::Steers(self.code.first_site(at)),
            raceproof_flow::Influence::Stores { stores, branches } => Influence::Stores {
                stores: self.sites(&stores),
                branches: branches
                    .into_iter()
                    .flat_map(|(branch, meet)| self.code.forks(branch, meet))
                    .collect(),
            },
        }
    }

    /// What these values can bring about in a thread that is alone, in a run that ended in this state, by a
    /// return from `main` at a place or otherwise, see [`Facts::late`]. `is_made` says which stores the run
    /// made.
    pub fn late(
        &self,
        (reads, computed): (&[Site], &[Site]),
        own: &Own,
        crossings: &Crossings,
        (end, returned): (&State, Option<Site>),
        is_made: impl Fn(Site) -> bool,
    ) -> Late {
        let (reads, computed) = match (self.points(reads), self.points(computed)) {
            (Ok(reads), Ok(computed)) => (reads, computed),
            (_, Err(site)) | (Err(site), _) => {
                return Late {
                    steers: Some(site),
                    ..Late::default()
                };
            }
        };
        let end = End {
            exited: end.thread(ThreadId::MAIN).is_some_and(|main| main.depth() > 0),
            returned: returned.and_then(|site| self.code.point(site)),
        };
        let late = self.facts.late(&reads, &computed, own, crossings, end);
        let fails = late.fails(|store| self.code.sites(store).any(&is_made));
        Late {
            steers: late.steers.map(|at| self.code.first_site(at)),
            fails: fails.map(|at| self.code.first_site(at)),
            stores: self.sites(&late.stores),
        }
    }

    /// The branch there, and the smallest loop that it leaves.
    pub fn crossing(&self, site: Site) -> Option<Crossing> {
        let at = self.code.point(site)?;
        let branch = self.facts.crossing(at)?;
        let body = branch.leaves.as_ref().map(|around| &around.body);
        let is_in_loop = body.map(|body| |block: BlockId| body.contains(&block.0));
        let sites = self.code.jumps(at, is_in_loop)?;
        Some(Crossing { branch, sites })
    }

    /// The registers that decide a branch, see [`Facts::grounds`].
    pub fn grounds(&self, crossing: &Crossing) -> Option<BTreeSet<Reg>> {
        self.facts.grounds(&crossing.branch)
    }

    /// Whether registers have the same values in every schedule where a branch ends its block, see
    /// [`Facts::is_steady`].
    pub fn is_steady(
        &self,
        (reads, computed): (&[Site], &[Site]),
        own: &Own,
        crossings: &Crossings,
        branch: &raceproof_flow::Crossing,
        registers: &BTreeSet<Reg>,
    ) -> bool {
        let (Ok(reads), Ok(computed)) = (self.points(reads), self.points(computed)) else {
            return false;
        };
        let place = (branch.function, branch.block);
        self.facts
            .is_steady((&reads, &computed), own, crossings, place, registers)
    }

    /// These registers and those that are computed from them, see [`Facts::computed_from`].
    pub fn computed_from(&self, registers: &BTreeSet<(FuncId, Reg)>) -> BTreeSet<(FuncId, Reg)> {
        self.facts.computed_from(registers)
    }

    /// By site, the class of the update that an operation belongs to; 0 if to none. See [`Facts::updates`].
    pub fn updates(&self) -> Vec<u8> {
        let classes = self.facts.updates();
        self.code
            .by_site(|at| classes.get(&at).copied().unwrap_or_default())
    }

    /// The registers in which threads collect, see [`Facts::accumulators`].
    pub fn accumulators(&self) -> Vec<Accumulator> {
        let all = self.facts.accumulators().into_iter();
        all.map(|a| Accumulator {
            register: a.register,
            combines: self.sites(&a.combines),
        })
        .collect()
    }

    /// The objects of globals whose values influence nothing but each other's.
    pub fn idle(&self) -> Vec<ObjectId> {
        let idle = self.facts.idle().into_iter();
        idle.map(|g| self.code.global_object(g)).collect()
    }

    /// Whether what these operations read makes a difference, see [`Facts::reads_matter`].
    pub fn reads_matter(&self, reads: &[Site]) -> bool {
        self.points(reads)
            .map_or(true, |reads| self.facts.reads_matter(&reads))
    }

    /// Whether threads may be created after this operation.
    pub fn may_create_after(&self, site: Site) -> bool {
        let at = self.code.point(site);
        at.is_none_or(|at| self.facts.may_create_after(at))
    }

    /// Whether an operation synchronises by something else than a lock.
    pub fn synchronises(&self, site: Site) -> bool {
        let at = self.code.point(site);
        at.is_some_and(|at| self.facts.synchronises(at))
    }

    /// By site, whether an operation may store an address.
    pub fn stores_of_addresses(&self) -> Vec<bool> {
        self.code.by_site(|at| self.facts.stores_address(at))
    }

    /// By site, whether OpenMP's runtime does it for itself.
    pub fn inner(&self) -> Vec<bool> {
        self.code.by_site(|at| self.facts.is_inner(at))
    }

    /// By site, whether an operation writes a block of bytes, and all that it says.
    pub fn block_writes(&self) -> Vec<bool> {
        self.code.by_site(|at| self.facts.writes_block(at))
    }

    /// By site, whether an operation allocates a block that nobody but its thread uses.
    pub fn scratch(&self) -> Vec<bool> {
        let scratch = self.facts.scratch();
        self.code.by_site(|at| scratch.contains(&at))
    }
}
