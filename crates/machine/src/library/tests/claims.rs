//! Every native does what its row claims, and no more.
//!
//! A call with arguments that are made from the row is run many times. Each access must be to an argument
//! that the row says is accessed so, within the bytes that it says, or to what the row says is behind it;
//! each block that is given back, each change of the library's state and each result must be one that the row
//! tells of. Where a row says that all of some bytes are accessed, a call that returns must have done so.
//! What the row says decides nothing must change no access.

use raceproof_library::{
    Argument, Behind, By, Contents, End, Extent, Gives, Hidden, Row, Size, Use, World as Outside,
};

use super::*;

/// How often each native is called.
const CALLS: u64 = 120;
/// Bytes of the objects that arguments point to.
const ROOM: usize = 600;

/// What the arguments of a call are, in the order of the row.
struct Call<'r> {
    row: &'r Row,
    args: Vec<u64>,
    /// For each argument, the objects that what it points to holds addresses of.
    behind: Vec<Vec<ObjectId>>,
}

/// Numbers without a pattern, the same in each run.
struct Dice(u64);

/// What arguments are drawn by: those that the row says decide nothing, and all others.
struct Choice {
    values: Dice,
    others: Dice,
}

impl Dice {
    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        from[(self.0 >> 33) as usize % from.len()]
    }
}

impl World {
    fn room(&mut self, start: &[u8]) -> u64 {
        let mut bytes = start.to_vec();
        bytes.resize(ROOM, 0);
        self.bytes(&bytes)
    }

    /// The formats of functions that print, with what they take.
    fn print_arguments(&mut self, dice: &mut Dice) -> (&'static str, Vec<u64>, Vec<ObjectId>) {
        let (text, count) = (self.room(b"some text"), self.room(&[0; 4]));
        let behind = vec![Pointer(text).object(), Pointer(count).object()];
        let format = dice.pick(&["%d %s %n", "plain", "%5.2f%%", "%m"]);
        let cells = match format {
            "%5.2f%%" => vec![1.5f64.to_bits()],
            _ => vec![7, text, count],
        };
        (format, cells, behind)
    }

    /// An argument for what the row says, and what is behind it.
    fn argument(&mut self, row: &Row, at: usize, choice: &mut Choice) -> (u64, Vec<ObjectId>) {
        const NUMBERS: [u64; 9] = [0, 1, 2, 4, 7, 10, 16, 17, u32::MAX as u64];
        const REALS: [f64; 8] = [0.0, 1.5, -2.0, 1e300, -1e-300, f64::NAN, f64::INFINITY, 3.0];
        let argument = &row.arguments[at];
        let dice = match argument.usage {
            Use::Value => &mut choice.values,
            _ => &mut choice.others,
        };
        let letter = row.signature.as_bytes().get(at + 1).copied().unwrap_or(b'i');
        let texts: [&[u8]; 5] = [b"12 abc", b"", b"-7.5e3,x y", b"zzz", b"0x1f \xff\x80"];
        let value = match argument.usage {
            Use::Value | Use::Steers => match letter {
                b'd' | b'D' => dice.pick(&REALS).to_bits(),
                b'f' => u64::from((dice.pick(&REALS) as f32).to_bits()),
                _ => dice.pick(&NUMBERS),
            },
            Use::Stream => {
                let usual = if row.world == Some(Outside::Input) {
                    "stdin"
                } else {
                    "stdout"
                };
                match dice.pick(&[usual, usual, "stderr", "opened"]) {
                    "opened" => {
                        let (name, mode) = (self.text("name"), self.text("w"));
                        self.call("fopen", &[name, mode])
                    }
                    name => self.file(name),
                }
            }
            Use::Mode => {
                let mode = dice.pick(&["w", "r", "a"]);
                self.text(mode)
            }
            Use::Callback | Use::Handler => 1,
            Use::Freed => {
                let block = self.room(b"block");
                dice.pick(&[0, block, block])
            }
            Use::Noted => dice.pick(&NUMBERS),
            Use::Print | Use::Scan | Use::Block | Use::List => unreachable!("made together"),
            Use::Address | Use::Passed | Use::Kept | Use::Instead if argument.behind == Behind::Written => {
                let (inner, again) = (self.room(b"a,b c"), self.room(b"d"));
                let number = self.state.memory.pointer_to_integer(Pointer(inner));
                let place = self.room(&number.to_le_bytes());
                let place = dice.pick(&[place, again]);
                let behind = [inner, again].map(|p| Pointer(p).object());
                return (place, behind.to_vec());
            }
            Use::Address | Use::Passed | Use::Kept | Use::Instead => {
                let text = dice.pick(&texts);
                let place = self.room(text);
                // Nobody needs a result that need not be stored.
                let is_wanted =
                    argument.usage != Use::Kept && argument.writes.is_none_or(|(extent, _)| extent.exact);
                dice.pick(&[place, place, place, if is_wanted { place } else { 0 }])
            }
        };
        (value, Vec::new())
    }

    fn arguments<'r>(&mut self, row: &'r Row, choice: &mut Choice) -> Call<'r> {
        let (mut args, mut behind) = (Vec::new(), Vec::new());
        let mut cells = (Vec::new(), Vec::new());
        for (at, argument) in row.arguments.iter().enumerate() {
            let (value, more) = match argument.usage {
                Use::Print => {
                    let (format, values, more) = self.print_arguments(&mut choice.others);
                    cells = (values, more);
                    (self.text(format), Vec::new())
                }
                Use::Scan => {
                    let places = [self.room(&[]), self.room(&[]), self.room(&[])];
                    cells = (places.to_vec(), places.map(|p| Pointer(p).object()).to_vec());
                    let format = choice
                        .others
                        .pick(&["%d %s%n", "%5c", "%lf %d", "x", "%[0-9] %2s"]);
                    (self.text(format), Vec::new())
                }
                Use::Block | Use::List => {
                    let numbers: Vec<u64> = cells.0.iter().map(|&cell| self.integer(cell)).collect();
                    let block = self.block(&numbers);
                    let mut more = cells.1.clone();
                    match argument.usage {
                        Use::Block => (block, more),
                        _ => {
                            more.push(Pointer(block).object());
                            let number = self.integer(block);
                            (self.bytes(&number.to_le_bytes()), more)
                        }
                    }
                }
                _ => self.argument(row, at, choice),
            };
            args.push(value);
            behind.push(more);
        }
        self.log = Log::default();
        Call { row, args, behind }
    }

    /// What was accessed, but for `errno`.
    fn accesses(&self) -> Vec<(u64, u32, bool)> {
        let kind = |p: u64| {
            self.state
                .memory
                .object(Pointer(p).object())
                .map(|object| object.kind())
        };
        let accesses = self.log.accesses.iter().copied();
        accesses
            .filter(|(p, ..)| kind(*p) != Some(ObjectKind::Errno))
            .collect()
    }

    /// How an address is stored in memory; a number stays as it is.
    fn integer(&self, value: u64) -> u64 {
        match self.state.memory.object(Pointer(value).object()) {
            Some(_) if Pointer(value).object() != ObjectId::NONE => {
                self.state.memory.pointer_to_integer(Pointer(value))
            }
            _ => value,
        }
    }

    /// Runs a native to its end, or to where it asks for the thirtieth function.
    fn observe(
        &mut self,
        name: &str,
        native: crate::NativeFn,
        args: &[u64],
        dice: &mut Dice,
    ) -> Result<Flow, Stop> {
        let mut registers = args.to_vec();
        registers.resize(args.len() + LOCALS, 0);
        self.state.threads[0].registers = registers;
        let mut resumed = None;
        for _ in 0..30 {
            let flow = native(&mut Context {
                name,
                program: &self.program,
                config: &self.config,
                record: &Record::new(0),
                state: &mut self.state,
                sink: &mut self.log,
                thread: ThreadId::MAIN,
                site: Site(7),
                base: 0,
                count: args.len(),
                resumed,
                pointer_size: self.pointer_size,
                weak_atomics: false,
            })?;
            match flow {
                Flow::Call { .. } => resumed = Some(dice.pick(&[0, 1, u64::from(u32::MAX)])),
                flow => return Ok(flow),
            }
        }
        Ok(Flow::Return(0))
    }
}

impl Call<'_> {
    fn bytes(&self, size: Size, word: u32) -> u64 {
        let arg = |at: u8| self.args[usize::from(at)];
        match size {
            Size::Bytes(count) => u64::from(count),
            Size::Words(count) => u64::from(count * word),
            Size::Argument(at, unit) => arg(at).saturating_mul(u64::from(unit)),
            Size::Product(a, b) => arg(a).saturating_mul(arg(b)),
            Size::Any => u64::MAX,
        }
    }

    fn argument_at(&self, object: ObjectId) -> Option<(usize, &Argument)> {
        let is_address =
            |argument: &Argument| !matches!(argument.usage, Use::Value | Use::Steers | Use::Noted);
        let arguments = self.row.arguments.iter().enumerate();
        arguments
            .filter(|(_, argument)| is_address(argument))
            .find(|(at, _)| self.args[*at] != 0 && Pointer(self.args[*at]).object() == object)
    }

    /// Whether the row tells of an access.
    fn tells(&self, world: &World, (at, length, write): (u64, u32, bool)) -> bool {
        let object = Pointer(at).object();
        let end = u64::from(Pointer(at).offset()) + u64::from(length);
        let within = |extent: Extent| end <= self.bytes(extent.size, world.pointer_size);
        if let Some((_, argument)) = self.argument_at(object) {
            let claimed = match write {
                true => argument.writes.map(|(extent, _)| extent),
                false => argument.reads,
            };
            let is_stream = argument.usage == Use::Stream && (!write || self.row.name == "fclose");
            return argument.usage == Use::Freed || is_stream || claimed.is_some_and(within);
        }
        let behind = self.row.arguments.iter().zip(&self.behind);
        if let Some((argument, _)) = behind.clone().find(|(_, objects)| objects.contains(&object)) {
            return argument.behind == Behind::Written || argument.behind == Behind::Read && !write;
        }
        match world.state.memory.object(object).map(|object| object.kind()) {
            Some(ObjectKind::Errno) => self.row.uses_errno,
            Some(ObjectKind::Library) => self.row.hidden.is_some_and(|(hidden, _)| !hidden.is_protected()),
            _ => world.log.made.contains(&object),
        }
    }

    /// Whether all bytes were accessed that the row says always are.
    fn is_exact(&self, world: &World, at: usize, extent: Extent, write: bool) -> bool {
        let wanted = self.bytes(extent.size, world.pointer_size);
        // A number that is no size is an error.
        if matches!(self.row.by, By::Row(_)) && wanted >= 1 << 31 {
            return true;
        }
        let object = Pointer(self.args[at]).object();
        let accesses = world.log.accesses.iter();
        let mine = accesses.filter(|(p, _, w)| Pointer(*p).object() == object && *w == write);
        let mut covered = vec![false; wanted as usize];
        for (p, length, _) in mine {
            let start = Pointer(*p).offset() as usize;
            (start..start + *length as usize).for_each(|byte| covered[byte] = true);
        }
        covered.into_iter().all(|byte| byte)
    }

    /// Whether the row tells of a result.
    fn gives(&self, world: &World, value: u64) -> bool {
        let object = Pointer(value).object();
        let is_of = |at: u8| value == 0 || object == Pointer(self.args[usize::from(at)]).object();
        let kind = world.state.memory.object(object).map(|object| object.kind());
        match self.row.gives {
            Gives::Same(at) => value == self.args[usize::from(at)],
            Gives::Past(at, by) => {
                let moved = Pointer(self.args[usize::from(at)]).moved(self.args[usize::from(by)] as i64);
                value == moved.0
            }
            Gives::Within(at) => is_of(at),
            Gives::Fresh(_, contents) => {
                let error = u64::MAX >> (64 - 8 * world.pointer_size);
                let error = world.state.memory.integer_to_pointer(error);
                let is_none = value == 0 || contents == Contents::Mapped && value == error.0;
                is_none || world.log.made.contains(&object)
            }
            Gives::SameOrOutside(at) => is_of(at) || kind == Some(ObjectKind::Library),
            Gives::State | Gives::Outside => value == 0 || kind == Some(ObjectKind::Library),
            Gives::Own | Gives::Unknown | Gives::Nothing => true,
            Gives::Number | Gives::Input => {
                // What the machine takes for an address may be a floating number, and a struct is told by its
                // address.
                let is_integer = self.row.signature.starts_with(['i', 'u', 'l', 'k', 'z', 't']);
                !is_integer || value < 1 << 31 || self.argument_at(object).is_none()
            }
        }
    }

    /// What a call did that the row does not tell of.
    fn check(&self, name: &str, world: &World, flow: &Result<Flow, Stop>) -> Result<(), String> {
        let (row, log) = (self.row, &world.log);
        let that = |is: bool, what: String| if is { Ok(()) } else { Err(what) };
        for access in &log.accesses {
            let what = format!("{name}{:x?}: access {access:x?}", self.args);
            that(self.tells(world, *access), what)?;
        }
        for object in &log.freed {
            let is_freed = |(_, argument): (usize, &Argument)| argument.usage == Use::Freed;
            let mut behind = row.arguments.iter().zip(&self.behind);
            let is_told = self.argument_at(*object).is_some_and(is_freed)
                || log.made.contains(object)
                || behind.any(|(a, objects)| a.behind == Behind::Written && objects.contains(object));
            that(is_told, format!("{name}: gives {object:?} back"))?;
        }
        if !log.stdout.is_empty() || !log.stderr.is_empty() {
            that(row.is_output(), format!("{name} prints"))?;
        }
        match flow {
            Ok(Flow::Return(value)) => {
                let what = format!("{name}{:x?} gives {value:x}", self.args);
                that(self.gives(world, *value), what)?;
                that(row.ends.is_none(), format!("{name} returns"))?;
                for (at, argument) in row.arguments.iter().enumerate() {
                    let reads = argument.reads.iter().map(|extent| (extent, false));
                    let writes = argument.writes.iter().map(|(extent, _)| (extent, true));
                    for (extent, write) in reads.chain(writes).filter(|(extent, _)| extent.exact) {
                        let what = format!("{name}{:x?}: not all of argument {at}", self.args);
                        that(self.is_exact(world, at, *extent, write), what)?;
                    }
                }
                Ok(())
            }
            Ok(Flow::Exit(_)) => {
                let is_told = matches!(row.ends, Some(End::Exit | End::AtOnce));
                that(is_told, format!("{name} ends"))
            }
            _ => Ok(()),
        }
    }
}

/// The state of the library that a call changed.
fn changed(before: &crate::Environment, after: &crate::Environment) -> Vec<Hidden> {
    let input = (before.stdin, before.stdin_end) != (after.stdin, after.stdin_end);
    let all = [
        (input, Hidden::Input),
        (before.at_exit != after.at_exit, Hidden::AtExit),
        (before.random != after.random, Hidden::Random),
    ];
    all.into_iter()
        .filter(|(is, _)| *is)
        .map(|(_, hidden)| hidden)
        .collect()
}

/// What a call did.
struct Run {
    world: World,
    flow: Result<Flow, Stop>,
    args: Vec<u64>,
    /// What is wrong with it, by the row.
    wrong: Option<String>,
}

/// Calls a native with arguments that are drawn by two seeds for one row, and compares what it does with
/// another row, which is mostly the same.
fn run_as(row: &Row, claims: &Row, native: crate::NativeFn, seed: u64, values: u64) -> Run {
    let pointer_size = if seed % 4 == 3 { 4 } else { 8 };
    let mut world = World::with_pointer_size(pointer_size);
    world.config.stdin = b"12 abc def\nsecond line".to_vec();
    world.config.without_files = true;
    world.config.files = vec![(b"zzz".to_vec(), b"12\n".to_vec()), (b"d/e".to_vec(), Vec::new())];
    world.config.variables = vec![b"12 abc=x".to_vec()];
    world.config.network = (seed % 2 == 1).then(|| b"12".to_vec());
    world.config.signals = if seed % 2 == 1 {
        crate::Signals::Soon
    } else {
        crate::Signals::Never
    };
    let mut choice = Choice {
        values: Dice(values),
        others: Dice(seed),
    };
    let call = world.arguments(row, &mut choice);
    let before = world.state.environment.clone();
    let flow = world.observe(row.name, native, &call.args, &mut choice.others);
    let claimed = Call { row: claims, ..call };
    let mut wrong = claimed.check(row.name, &world, &flow).err();
    for hidden in changed(&before, &world.state.environment) {
        if claims.hidden != Some((hidden, true)) {
            wrong = Some(format!("{} changes {hidden:?}", row.name));
        }
    }
    Run {
        world,
        flow,
        args: claimed.args,
        wrong,
    }
}

fn run(row: &Row, native: crate::NativeFn, seed: u64, values: u64) -> (World, Result<Flow, Stop>) {
    let run = run_as(row, row, native, seed, values);
    assert_eq!(run.wrong, None);
    (run.world, run.flow)
}

/// How a call ended.
fn shape(flow: &Result<Flow, Stop>) -> &'static str {
    match flow {
        Ok(Flow::Return(_)) => "returns",
        Ok(Flow::Exit(_)) => "ends",
        Ok(Flow::Call { .. }) => "calls",
        Ok(Flow::Wait) => "waits",
        Err(Stop::Gap(_)) => "gap",
        Err(Stop::Fault(_)) => "fault",
    }
}

/// The rows of functions that the machine has, with the native of each.
fn natives() -> impl Iterator<Item = (&'static Row, crate::NativeFn)> {
    let is_there = |row: &Row| matches!(row.by, By::Native | By::Row(_)) && !row.is_opaque;
    let rows = raceproof_library::rows().map(|(row, _)| row);
    let native = |name| lookup(name).unwrap_or_else(|| panic!("`{name}` has no native"));
    rows.filter(move |row| is_there(row))
        .map(move |row| (row, native(row.name)))
}

#[test]
fn natives_do_what_their_rows_say() {
    let mut never = Vec::new();
    for (row, native) in natives() {
        let mut returned = false;
        for seed in 0..CALLS {
            let (world, flow) = run(row, native, seed, seed);
            // With other values it must do the same.
            let (other, other_flow) = run(row, native, seed, seed + CALLS);
            assert_eq!(world.accesses(), other.accesses(), "{}", row.name);
            assert_eq!(shape(&flow), shape(&other_flow), "{}", row.name);
            returned |= matches!(flow, Ok(Flow::Return(_)));
            returned |= row.blocks && flow == Ok(Flow::Wait);
        }
        // What may write behind addresses where it does not fail is not run.
        let is_left = row
            .arguments
            .iter()
            .any(|argument| argument.behind == Behind::Written);
        if !returned && row.ends.is_none() && !is_left {
            never.push(row.name);
        }
    }
    assert!(never.is_empty(), "these never returned: {never:?}");
}

/// The rows that claim less than this one: no read, no write, or half as many bytes at one argument.
fn lesser(row: &Row) -> Vec<(usize, bool, u64, Row)> {
    let mut rows = Vec::new();
    for (at, argument) in row.arguments.iter().enumerate() {
        let is_accessed = !matches!(argument.usage, Use::Freed | Use::Stream | Use::Block | Use::List);
        let mut add = |write: bool, from: u64, new: Argument| {
            let mut arguments = row.arguments.to_vec();
            arguments[at] = new;
            let arguments: &'static [Argument] = Box::leak(arguments.into_boxed_slice());
            rows.push((at, write, from, Row { arguments, ..*row }));
        };
        let half = |extent: Extent| match extent.size {
            Size::Bytes(count) if count > 1 => Some(Extent {
                size: Size::Bytes(count / 2),
                ..extent
            }),
            _ => None,
        };
        if let Some(extent) = argument.reads.filter(|_| is_accessed) {
            add(
                false,
                0,
                Argument {
                    reads: None,
                    ..*argument
                },
            );
            if let Some(half) = half(extent) {
                let Size::Bytes(from) = half.size else { continue };
                add(
                    false,
                    from.into(),
                    Argument {
                        reads: Some(half),
                        ..*argument
                    },
                );
            }
        }
        if let Some((extent, data)) = argument.writes.filter(|_| is_accessed) {
            add(
                true,
                0,
                Argument {
                    writes: None,
                    ..*argument
                },
            );
            if let Some(half) = half(extent) {
                let Size::Bytes(from) = half.size else { continue };
                let writes = Some((half, data));
                add(true, from.into(), Argument { writes, ..*argument });
            }
        }
    }
    rows
}

/// A row that claims too little is found out wherever a call makes an access that it does not claim.
#[test]
fn rows_that_say_too_little_are_found_out() {
    const TRIES: u64 = 24;
    let (mut caught, mut hidden) = (0, 0);
    for (row, native) in natives() {
        for (at, write, from, wrong) in lesser(row) {
            let runs = (0..TRIES).map(|seed| run_as(row, &wrong, native, seed, seed));
            let (mut accesses, mut is_found) = (false, false);
            for run in runs {
                let object = Pointer(run.args[at]).object();
                let is_unclaimed = |(p, length, w): &(u64, u32, bool)| {
                    let end = u64::from(Pointer(*p).offset()) + u64::from(*length);
                    run.args[at] != 0 && Pointer(*p).object() == object && *w == write && end > from
                };
                accesses |= run.world.log.accesses.iter().any(is_unclaimed);
                is_found |= run.wrong.is_some();
            }
            assert!(is_found || !accesses, "`{}`, argument {at}", row.name);
            caught += u32::from(is_found);
        }
        if row
            .hidden
            .is_some_and(|(state, changes)| changes && !state.is_protected())
        {
            let wrong = Row { hidden: None, ..*row };
            let mut runs = (0..TRIES).map(|seed| run_as(row, &wrong, native, seed, seed));
            let is_found = runs.any(|run| run.wrong.is_some());
            assert!(is_found, "`{}`: hidden state", row.name);
            hidden += 1;
        }
    }
    assert!(
        caught > 500 && hidden > 30,
        "{caught} and {hidden} were found out"
    );
}

#[test]
fn rows_and_natives_are_one_to_one() {
    for (row, _) in raceproof_library::rows() {
        let is_there = matches!(row.by, By::Native | By::Row(_) | By::Gap(_));
        let spellings = std::iter::once(&row.name).chain(row.aliases);
        let mut names: Vec<String> = spellings.map(|name| (*name).to_owned()).collect();
        if !row.checked.is_empty() {
            names.push(format!("__{}_chk", row.name));
        }
        if row.has_floats {
            names.extend(["f", "l"].map(|suffix| format!("{}{suffix}", row.name)));
        }
        for name in names {
            assert_eq!(lookup(&name).is_some(), is_there, "`{name}`");
        }
    }
    let families = [
        include_str!("../memory_block.rs"),
        include_str!("../string.rs"),
        include_str!("../token.rs"),
        include_str!("../wide.rs"),
        include_str!("../heap.rs"),
        include_str!("../stdlib.rs"),
        include_str!("../random.rs"),
        include_str!("../character.rs"),
        include_str!("../output.rs"),
        include_str!("../input.rs"),
        include_str!("../descriptor.rs"),
        include_str!("../file.rs"),
        include_str!("../network.rs"),
        include_str!("../clock.rs"),
        include_str!("../calendar.rs"),
        include_str!("../process.rs"),
        include_str!("../signal.rs"),
        include_str!("../error.rs"),
        include_str!("../math/mod.rs"),
        include_str!("../math/classify.rs"),
    ];
    let mut count = 0;
    for line in families.iter().flat_map(|text| text.lines()) {
        // The arms of a `find`: names, then what they mean.
        let arm = line.trim_start().trim_start_matches("| ");
        let is_arm = line.starts_with("        ") && !line.starts_with("         ") && arm.starts_with('"');
        let Some((names, _)) = arm.split_once("=>").filter(|_| is_arm) else {
            continue;
        };
        for name in names.split('|').map(|name| name.trim().trim_matches('"')) {
            count += 1;
            let row = raceproof_library::find(name);
            assert!(
                row.is_some_and(|found| found.row.by == By::Native),
                "`{name}` has no row"
            );
        }
    }
    assert!(count > 300, "{count} natives");
}
