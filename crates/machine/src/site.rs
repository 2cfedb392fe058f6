//! From the operations of the flattened code to the steps of the program that they were made from, and back.
//!
//! What is known of a program without running it is known of its steps ([`Point`]); a run tells of operations
//! ([`Site`]). A step may have become several operations or none.

use raceproof_ir::{BlockId, FuncId, Point, SyncObject};

use crate::op::Op;
use crate::{Code, Meet, Site};

impl Code<'_> {
    /// The step that an operation was made from; none for [`Site::START`].
    pub fn point(&self, site: Site) -> Option<Point> {
        let function = self.function_of(site)?;
        let origin = self.origins.get(site.0 as usize)?;
        Some(Point::new(function, BlockId(origin.block), origin.index))
    }

    /// The operations that a step has become.
    pub fn sites(&self, at: Point) -> impl Iterator<Item = Site> + '_ {
        let routine = &self.functions[at.function.0 as usize];
        let step = |op: &u32| {
            let origin = self.origins[*op as usize];
            (origin.block, origin.index)
        };
        let by_step = routine.by_step.get_or_init(|| {
            let mut all: Vec<u32> = (routine.entry..routine.end).collect();
            all.sort_by_key(step);
            all
        });
        let this = (at.block.0, at.index);
        let first = by_step.partition_point(|op| step(op) < this);
        let here = by_step[first..].iter().take_while(move |op| step(op) == this);
        here.copied().map(Site)
    }

    /// The first operation that a step has become; [`Site::START`] if it has become none.
    pub fn first_site(&self, at: Point) -> Site {
        self.sites(at).next().unwrap_or(Site::START)
    }

    /// What is said of each step, by operation.
    pub fn by_site<T: Clone + Default>(&self, mut say: impl FnMut(Point) -> T) -> Vec<T> {
        let mut all = vec![T::default(); self.ops.len()];
        let routines = self.functions.iter().take(self.program.functions.len());
        for (f, routine) in (0..).map(FuncId).zip(routines) {
            for op in routine.entry..routine.end {
                let origin = self.origins[op as usize];
                all[op as usize] = say(Point::new(f, BlockId(origin.block), origin.index));
            }
        }
        all
    }

    /// Whether an operation is in the runtime, and not where the program asks for the number of its thread.
    pub fn is_runtime(&self, site: Site) -> bool {
        self.function_of(site)
            .is_some_and(|f| self.program.function(f).hides_who())
    }

    /// The kind of synchronisation object that each operation works on, by operation, if it does.
    pub fn sync_objects(&self) -> Vec<Option<SyncObject>> {
        let kind = |op: &Op| match op {
            Op::Sync { index } => self.syncs[*index as usize].op.object(),
            _ => None,
        };
        self.ops.iter().map(kind).collect()
    }

    /// Where a branch leads: by jumping, and by not.
    pub fn ways(&self, site: Site) -> Option<[Site; 2]> {
        let mut op = *self.ops.get(site.0 as usize)?;
        let target = *op.target_mut()?;
        Some([Site(target), Site(site.0 + 1)])
    }

    /// The operations that a branch at the end of a block has become, with where its ways meet: at the start
    /// of this block.
    pub fn forks(&self, branch: Point, meet: BlockId) -> Vec<(Site, Meet)> {
        let start = self.functions[branch.function.0 as usize].starts[meet.0 as usize];
        let is_fork = |site: &Site| {
            let mut op = self.ops[site.0 as usize];
            matches!(op, Op::Switch { .. }) || !matches!(op, Op::Jump { .. }) && op.target_mut().is_some()
        };
        let meet = Meet { start, block: meet.0 };
        let sites = self.sites(branch).filter(is_fork);
        sites.map(|site| (site, meet)).collect()
    }

    /// The jumps that a branch at the end of a block has become, and whether each leaves a loop by jumping,
    /// given the blocks of the loop. None if one of them leaves it either way or not at all.
    pub fn jumps(
        &self,
        branch: Point,
        is_in_loop: Option<impl Fn(BlockId) -> bool>,
    ) -> Option<Vec<(Site, bool)>> {
        // Where an operation leads may be some way on, and is told by where that comes from. A way that is
        // not the next one begins with a jump of the branch itself.
        let leaves_at = |op: usize| {
            let op = match self.ops[op] {
                Op::Jump { target } => target as usize,
                _ => op,
            };
            let block = BlockId(self.origins[op].block);
            is_in_loop.as_ref().is_some_and(|is_in_loop| !is_in_loop(block))
        };
        let mut sites = Vec::new();
        for site in self.sites(branch) {
            let mut op = self.ops[site.0 as usize];
            if matches!(op, Op::Jump { .. }) {
                continue;
            }
            if let Some(target) = op.target_mut() {
                let ways = [leaves_at(*target as usize), leaves_at(site.0 as usize + 1)];
                if is_in_loop.is_some() && ways[0] == ways[1] {
                    return None;
                }
                sites.push((site, ways[0]));
            }
        }
        (!sites.is_empty()).then_some(sites)
    }
}
