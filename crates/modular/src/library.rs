//! Calls of the C library: what their rows say, in this engine's terms of objects and values.

use crate::analyse::{Analysis, Here, Step, UNKNOWN_SIZE};
use crate::object::{Name, ObjectId};
use crate::offset::Offsets;
use crate::refusal::{Refusal, Why};
use crate::state::State;
use crate::value::{Origin, Value};
use crate::wild::Reach;
use raceproof_engine::{condition, effect};
use raceproof_ir::{Kind, Program};
use raceproof_library::{
    Argument, Behind, Contents, Data, Extent, Function, Gives, Hidden, Role, Size, Use, find,
};
use std::collections::BTreeSet;

/// A call of a function that has a row.
struct Call<'v> {
    found: Function,
    args: &'v [Value],
}

impl<'v> Call<'v> {
    /// An argument of the call.
    fn arg(&self, at: usize) -> &'v Value {
        const NONE: &Value = &Value::NONE;
        self.args.get(at).unwrap_or(NONE)
    }

    /// What the row calls an argument.
    fn of(&self, at: u8) -> &'v Value {
        self.arg(self.found.position(at))
    }

    /// Whether an argument of the call is the source of a copy of so many bytes.
    fn is_copied(&self, at: usize) -> bool {
        let mut arguments = self.found.row.arguments.iter();
        arguments.any(|argument| match argument.writes {
            Some((extent, Data::Copy(from))) => {
                condition!("library", "copied exactly", extent.exact)
                    && self.found.position(from) == at
                    && self.reads_exactly(from)
            }
            _ => false,
        })
    }

    /// Whether as many bytes are read there as the row says.
    fn reads_exactly(&self, at: u8) -> bool {
        let argument = self.found.row.arguments.get(usize::from(at));
        argument
            .and_then(|argument| argument.reads)
            .is_some_and(|extent| extent.exact)
    }

    /// The size of a new object.
    fn size(&self, size: Size) -> Value {
        match size {
            Size::Argument(at, 1) => self.of(at).clone(),
            Size::Product(a, b) => {
                let (a, b) = (self.of(a), self.of(b));
                match a.low == a.high && b.low == b.high {
                    true => Value::number(a.low.saturating_mul(b.low)),
                    false => Value::RESULT,
                }
            }
            _ => Value::RESULT,
        }
    }
}

/// Whether nobody else sees what is written to a mapping: it is private, or none of a file, and there are no
/// other processes that have it.
fn is_own_mapping(call: &Call<'_>, program: &Program) -> bool {
    const SHARED: i128 = 1;
    const ANONYMOUS: i128 = 0x20;
    let flags = call.of(3);
    let is_number = flags.targets.is_empty() && flags.low == flags.high;
    let forks = |f: &raceproof_ir::Function| find(&f.name).is_some_and(|f| f.row.role == Some(Role::Forks));
    is_number
        && (flags.low & SHARED == 0
            || flags.low & ANONYMOUS != 0
                && condition!(
                    "library",
                    "no process that has the mapping",
                    !program.functions.iter().any(forks)
                ))
}

/// Whether a program uses streams without their locks.
pub(crate) fn leaves_locks_alone(program: &Program) -> bool {
    let functions = program.functions.iter().filter(|f| f.blocks.is_empty());
    functions.filter_map(|f| find(&f.name)).any(|f| f.is_unlocked)
}

impl Analysis<'_> {
    /// What an argument, and blocks of variable arguments behind it, point to.
    fn reach(&self, value: &Value, deep: bool) -> Value {
        let mut all = value.clone();
        let mut open: Vec<ObjectId> = all.targets.iter().map(|(t, _)| t.object).collect();
        let mut seen = BTreeSet::new();
        while let Some(object) = open.pop() {
            // Only blocks that the caller made hold arguments, unless it keeps a list of them elsewhere; what
            // is in other objects is not followed by these functions.
            let holds = match self.memory.object(object).name {
                Name::Slot(..) => true,
                Name::Function(_) | Name::Label(..) | Name::Thread(_) | Name::Outside => false,
                Name::Arguments => false,
                _ => deep,
            };
            if holds && seen.insert(object) {
                let contents = self.memory.contents(object);
                open.extend(contents.targets.iter().map(|(t, _)| t.object));
                all = all.join(&contents);
            }
        }
        all
    }

    /// A call of a function of the library: what its row says of the arguments happens to them.
    pub(crate) fn call_library(
        &mut self,
        here: Here,
        state: &mut State,
        name: &str,
        args: &[Value],
    ) -> Step<Value> {
        let Some(found) = find(name) else {
            self.note_unknown(here, Why::Function(name.to_string()));
            return Ok(Some(self.call_assumed(here, state, args)));
        };
        if found.row.ends.is_some() {
            return Ok(None);
        }
        let call = Call { found, args };
        if !condition!("library", "not opaque", !found.row.is_opaque) {
            self.note_unknown(here, Why::Function(name.to_string()));
            self.run_unknown(here, state, args, Reach::Given);
            // Nobody knows what becomes of what it is given: functions may be called, memory kept.
            for value in args {
                effect!(
                    "library",
                    "opaque functions keep what they are given",
                    self.keep(here, state, value)
                );
            }
        }
        // A record that is told of the world holds addresses in other arguments.
        let within = |argument: &Argument| matches!(argument.writes, Some((_, Data::Within(_))));
        if found.row.world.is_some() && found.row.arguments.iter().any(within) {
            self.note_unknown(here, Why::Function(name.to_string()));
            self.run_unknown(here, state, args, Reach::Given);
        }
        if found.row.role == Some(Role::Loads) {
            let why = Why::Gap("code that is loaded while the program runs".to_owned());
            effect!("library", "loaded code", self.note_unknown(here, why));
        }
        if found.row.role == Some(Role::Assumed) {
            for value in args {
                self.disclose(value, state);
            }
        }
        self.use_hidden(here, state, &found);
        self.read_arguments(here, state, &call);
        self.write_arguments(here, state, &call);
        self.use_behind(here, state, &call);
        self.call_back(here, state, &call)?;
        Ok(Some(self.result(here, state, &call)))
    }

    /// A call of a function that nobody defines: it accesses what its arguments point to, and gives anything.
    fn call_assumed(&mut self, here: Here, state: &mut State, args: &[Value]) -> Value {
        for value in args {
            self.disclose(value, state);
            let all = value.settle().blur();
            self.touch(here, state, &all, UNKNOWN_SIZE, false, false);
            self.overwrite(here, state, &all, UNKNOWN_SIZE);
        }
        self.anything()
    }

    /// A number, or an address that is outside or made of numbers.
    fn anything(&mut self) -> Value {
        Value::RESULT.join(&self.outside())
    }

    /// State of the library that it does not protect is an object. Streams that somebody uses without their
    /// locks are one, which those that take the locks only read: that they exclude each other is theirs.
    fn use_hidden(&mut self, here: Here, state: &State, found: &Function) {
        if self.wild.streams && found.header == "stdio.h" {
            let address = self.hidden(Hidden::Streams);
            let changes = !condition!("library", "streams under their locks", !found.is_unlocked);
            self.touch(here, state, &address, UNKNOWN_SIZE, changes, false);
        }
        if let Some((hidden, changes)) = found.row.hidden
            && !condition!("library", "protected state", hidden.is_protected())
        {
            let address = self.hidden(hidden);
            self.touch(here, state, &address, UNKNOWN_SIZE, changes, false);
        }
    }

    /// An object of the library.
    pub(crate) fn hidden(&mut self, hidden: Hidden) -> Value {
        let object = self
            .memory
            .named(self.program, Name::Hidden(hidden), UNKNOWN_SIZE);
        Value::pointer(object, false, 0)
    }

    /// What is behind the addresses that an argument points to.
    fn use_behind(&mut self, here: Here, state: &mut State, call: &Call<'_>) {
        for (at, value) in call.args.iter().enumerate() {
            let Some(argument) = call.found.argument(at) else {
                continue;
            };
            if argument.behind == Behind::Untouched || matches!(argument.usage, Use::Block | Use::List) {
                continue;
            }
            let places = self.places(value);
            let inside = places.iter().fold(Value::NONE, |all, (target, _)| {
                all.join(&self.memory.contents(target.object))
            });
            // A message leads to its parts, and those to their bytes.
            let inside = self.reach(&inside, true).settle().blur();
            effect!(
                "library",
                "what is behind is read",
                self.touch(here, state, &inside, UNKNOWN_SIZE, false, false)
            );
            if argument.behind == Behind::Written {
                self.overwrite(here, state, &inside, UNKNOWN_SIZE);
                let new = self.anything();
                self.fill(here, state, &value.settle().blur(), UNKNOWN_SIZE, &new);
            }
        }
    }

    /// Functions that the library is given are called, now or later, and what it keeps is used at any time.
    fn call_back(&mut self, here: Here, state: &mut State, call: &Call<'_>) -> Result<(), Refusal> {
        let usage = |at: usize| call.found.argument(at).map(|argument| argument.usage);
        let args = || call.args.iter().enumerate();
        let passed = args()
            .filter(|(at, _)| usage(*at) == Some(Use::Passed))
            .fold(Value::RESULT, |all, (_, value)| all.join(&value.settle().blur()));
        for (at, value) in args() {
            match usage(at) {
                Some(Use::Callback) => {
                    let mut functions = self.functions(value);
                    if value.is_forged() {
                        self.note_unknown(here, Why::Call);
                        functions = self.functions_anywhere(2, None);
                    }
                    for f in functions {
                        let params = self.program.function(f).arguments() as usize;
                        let args = vec![passed.clone(); params];
                        if !self.program.function(f).blocks.is_empty() {
                            effect!(
                                "library",
                                "called back again",
                                self.contexts.call_back(here.place, f)
                            );
                        }
                        // It may be called again after it was.
                        for _ in 0..2 {
                            let mut after = state.clone();
                            if self.call_function(here, &mut after, f, &args)?.is_some() {
                                state.join(&after, false);
                            }
                        }
                    }
                }
                Some(Use::Handler) => {
                    if value.is_forged() {
                        self.note_unknown(here, Why::Call);
                    }
                    let any = Value::RESULT.fit(Kind::Ptr);
                    effect!(
                        "library",
                        "called later",
                        self.keep_functions(here, state, value, &any)
                    );
                }
                // Of what tells about a signal only the handler is kept.
                Some(Use::Kept) if matches!(call.found.row.hidden, Some((Hidden::Signals, _))) => {
                    let any = Value::RESULT.fit(Kind::Ptr);
                    self.keep_functions(here, state, value, &any);
                }
                Some(Use::Kept) if !value.targets.is_empty() => {
                    effect!("library", "kept", self.keep(here, state, value));
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn read_arguments(&mut self, here: Here, state: &mut State, call: &Call<'_>) {
        for (at, value) in call.args.iter().enumerate() {
            let Some(argument) = call.found.argument(at) else {
                continue;
            };
            match argument.usage {
                // That reads it as well.
                _ if call.is_copied(at) => {}
                Use::Block | Use::List => self.variable_arguments(here, state, call, argument, value),
                Use::Freed => self.free(here, state, value),
                // Closing it is a write of what is there, any other use reads it.
                Use::Stream => {
                    let closes = call.found.row.name.ends_with("close");
                    let streams = self.streams(value);
                    effect!(
                        "library",
                        "streams are used and closed",
                        self.touch(here, state, &streams, 1, closes, false)
                    );
                }
                _ => match argument.reads.map(|extent| self.extent(call, extent)) {
                    Some(UNKNOWN_SIZE) => {
                        let all = value.blur();
                        self.touch(here, state, &all, UNKNOWN_SIZE, false, false);
                        self.disclose_bytes(state, &all, UNKNOWN_SIZE);
                    }
                    Some(length) => {
                        self.touch(here, state, value, length, false, false);
                        self.disclose_bytes(state, value, length);
                    }
                    None => {}
                },
            }
        }
    }

    /// The streams that the program has opened and a value may mean.
    fn streams(&self, value: &Value) -> Value {
        let is_opened = |object: ObjectId| matches!(self.memory.object(object).name, Name::Site(..));
        let mut streams = value.settle();
        streams.targets.retain(|(target, _)| is_opened(target.object));
        streams.origin = Origin::Plain;
        (streams.low, streams.high) = (0, 0);
        streams
    }

    /// Bytes are read as numbers, which may be those of addresses.
    fn disclose_bytes(&mut self, state: &mut State, address: &Value, length: u64) {
        for (target, at) in self.places(address) {
            for (_, _, value) in self.memory.pieces(target.object, at, length) {
                effect!(
                    "wildcards",
                    "addresses are read as bytes",
                    self.disclose(&value, state)
                );
            }
        }
    }

    /// Variable arguments: what is printed is read, unless the format may count; what is scanned is written.
    fn variable_arguments(
        &mut self,
        here: Here,
        state: &mut State,
        call: &Call<'_>,
        argument: Argument,
        value: &Value,
    ) {
        let all = self.reach(value, argument.usage == Use::List);
        let length = match call.found.position_of(Use::Scan) {
            Some(format) => Some(self.scanned(call.arg(format))),
            None => {
                let format = call.found.position_of(Use::Print).map(|at| call.arg(at));
                if format.is_none_or(|f| self.may_ask(f, b'p')) {
                    effect!("wildcards", "addresses are printed", self.disclose(&all, state));
                }
                let is_block = argument.usage == Use::Block;
                let texts = format.filter(|_| is_block).and_then(|f| self.printed(f, value));
                if let Some(texts) = texts {
                    self.touch(here, state, value, UNKNOWN_SIZE, false, false);
                    return self.touch(here, state, &texts.settle().blur(), UNKNOWN_SIZE, false, false);
                }
                let counts = format.is_none_or(|f| !f.targets.is_empty() && self.may_ask(f, b'n'));
                counts.then_some(UNKNOWN_SIZE)
            }
        };
        match length {
            Some(length) => self.overwrite(here, state, &all, length),
            None => self.touch(here, state, &all.blur(), UNKNOWN_SIZE, false, false),
        }
    }

    fn write_arguments(&mut self, here: Here, state: &mut State, call: &Call<'_>) {
        let pointer = u64::from(Kind::Ptr.size(self.program.model));
        for (at, value) in call.args.iter().enumerate() {
            let written = call.found.argument(at).filter(|a| a.usage != Use::List);
            let Some((extent, data)) = written.and_then(|argument| argument.writes) else {
                continue;
            };
            let length = self.extent(call, extent);
            match data {
                Data::Number | Data::Record => self.overwrite(here, state, value, length),
                Data::Zero => self.fill(here, state, value, length, &Value::UNSET),
                Data::Fill(byte) => {
                    let byte = match extent.size {
                        Size::Argument(_, 1) => call.of(byte).repeated(),
                        _ => Value::RESULT,
                    };
                    self.fill(here, state, value, length, &byte);
                }
                Data::Copy(from) if extent.exact && call.reads_exactly(from) => {
                    let size = Value::number(i128::from(length));
                    self.copy(here, state, value, call.of(from), &size);
                }
                Data::Copy(from) => self.copy_text(here, state, value, call.of(from), length),
                Data::Within(of) => {
                    self.touch(here, state, value, pointer, true, false);
                    self.store(state, value, pointer, &call.of(of).blur());
                }
                Data::Fresh(size) => {
                    let size = call.size(size);
                    let new = self.allocate(here, state, &size);
                    if call.found.row.world.is_some() {
                        // What is told of the world may lead to more.
                        let told = self.anything();
                        self.fill(here, state, &new, UNKNOWN_SIZE, &told);
                    }
                    self.touch(here, state, value, pointer, true, false);
                    self.store(state, value, pointer, &new);
                }
            }
        }
    }

    /// Text is copied, in which the bytes of an address may go along.
    fn copy_text(&mut self, here: Here, state: &mut State, to: &Value, from: &Value, length: u64) {
        self.overwrite(here, state, to, length);
        let bytes = from.targets.iter().fold(Value::NONE, |all, (t, _)| {
            all.join(&self.memory.contents(t.object).blur())
        });
        if !bytes.targets.is_empty() {
            self.store(state, to, length, &bytes);
        }
    }

    fn result(&mut self, here: Here, state: &mut State, call: &Call<'_>) -> Value {
        let null = Value::number(0);
        match call.found.row.gives {
            Gives::Same(at) => call.of(at).clone(),
            Gives::Past(at, by) => {
                let (address, by) = (call.of(at), call.of(by));
                match by.indices() {
                    Some(range) if by.targets.is_empty() => address.shift(range, 1, 0),
                    _ => address.blur(),
                }
            }
            Gives::Within(at) => call.of(at).blur().join(&null),
            Gives::Fresh(size, contents) => {
                let new = self.allocate(here, state, &call.size(size));
                let fixed = match contents {
                    // What others mapped of the same file is in the same bytes.
                    Contents::Mapped
                        if !condition!(
                            "library",
                            "mappings of its own",
                            is_own_mapping(call, self.program)
                        ) =>
                    {
                        call.of(0).settle().blur().join(&self.outside())
                    }
                    Contents::Mapped => call.of(0).settle().blur(),
                    _ => Value::NONE,
                };
                match contents {
                    Contents::Copy(from) => {
                        let all = Value::number(i128::from(UNKNOWN_SIZE));
                        self.copy(here, state, &new, &call.of(from).settle(), &all);
                    }
                    Contents::Zero => effect!(
                        "hand-over",
                        "zeros are written",
                        self.touch(here, state, &new, UNKNOWN_SIZE, true, false)
                    ),
                    Contents::Unset | Contents::Mapped => {}
                }
                let none = match contents {
                    Contents::Mapped => Value::number(-1),
                    _ => null,
                };
                new.join(&none).join(&fixed)
            }
            Gives::SameOrOutside(at) => call.of(at).join(&self.outside()).join(&null),
            Gives::Own if call.found.row.signature.starts_with('p') => self.keys(here).shift((0, 0), 1, 8),
            // A stream of its own.
            Gives::Outside if call.found.position_of(Use::Mode).is_some() => {
                let stream = self.allocate(here, state, &Value::number(1));
                self.outside().join(&stream).join(&null)
            }
            Gives::Outside => self.outside().join(&null),
            Gives::State => match call.found.row.hidden {
                Some((hidden, _)) => {
                    let (address, told) = (self.hidden(hidden), self.anything());
                    self.store(state, &address.blur(), UNKNOWN_SIZE, &told);
                    address.join(&null)
                }
                None => self.anything(),
            },
            // It may be what the function was given, or be found there.
            Gives::Unknown => call.args.iter().fold(self.anything(), |all, value| {
                all.join(&self.reach(value, true).settle().blur())
            }),
            _ => Value::RESULT,
        }
    }

    /// Something that nobody but the library and the outside writes.
    fn outside(&mut self) -> Value {
        let outside = self.memory.named(self.program, Name::Outside, UNKNOWN_SIZE);
        Value::pointer(outside, false, 0).blur()
    }

    /// How many bytes at most are meant.
    fn extent(&self, call: &Call<'_>, extent: Extent) -> u64 {
        let length = |at: u8| self.length(call.of(at));
        let length = match extent.size {
            Size::Bytes(count) => u64::from(count),
            Size::Words(count) => u64::from(count * Kind::Ptr.size(self.program.model)),
            Size::Argument(at, unit) => length(at).saturating_mul(u64::from(unit)),
            Size::Product(a, b) => length(a).saturating_mul(length(b)),
            Size::Any => UNKNOWN_SIZE,
        };
        length.min(UNKNOWN_SIZE)
    }

    /// Whether a format may ask for a conversion (`%n`, `%p`), or is not known.
    fn may_ask(&self, format: &Value, conversion: u8) -> bool {
        let asks = |text: &[u8]| {
            let mut rest = text.iter().copied();
            while rest.any(|byte| byte == b'%') {
                let is_modifier = |byte: &u8| b"-+ #0'I123456789.*$hlLqjzt".contains(byte);
                if rest.find(|byte| !is_modifier(byte)) == Some(conversion) {
                    return true;
                }
            }
            false
        };
        // A wrapper is given one of several texts; null is no format.
        format.is_lost()
            || format
                .targets
                .iter()
                .any(|&(target, offsets)| self.constant_text(target.object, offsets).is_none_or(asks))
    }

    /// Up to `length` bytes get numbers that the library computes.
    fn overwrite(&mut self, here: Here, state: &mut State, value: &Value, length: u64) {
        // Numbers among the arguments are no addresses, null means that nothing is wanted.
        let (low, high) = (Value::NONE.low, Value::NONE.high);
        let address = Value {
            low,
            high,
            ..value.clone()
        };
        self.fill(here, state, &address, length, &Value::RESULT);
    }

    /// The text that an address means, if it is a constant.
    fn text(&self, address: &Value) -> Option<&[u8]> {
        let [(target, offsets)] = address.targets[..] else {
            return None;
        };
        self.constant_text(target.object, offsets)
    }

    /// The text at an offset of an object, if it is a constant.
    pub(crate) fn constant_text(&self, object: ObjectId, offsets: Offsets) -> Option<&[u8]> {
        let Name::Global(global) = self.memory.object(object).name else {
            return None;
        };
        let global = self.program.global(global);
        let start = usize::try_from(offsets.constant()?).ok()?;
        let text = global.bytes.get(start..).unwrap_or_default();
        let text = text.split(|&byte| byte == 0).next().unwrap_or_default();
        condition!("library", "format is constant", global.constant).then_some(text)
    }

    /// How many bytes at most a conversion of a scan format writes.
    fn scanned(&self, format: &Value) -> u64 {
        let Some(text) = self.text(format) else {
            return UNKNOWN_SIZE;
        };
        let mut rest = text.iter().copied();
        let mut most = 0;
        while rest.any(|byte| byte == b'%') {
            let is_modifier = |byte: &u8| b"*'I0123456789$hlLqjztm".contains(byte);
            let mut long = false;
            let conversion = rest.find(|byte| {
                long |= b"lLqjztm".contains(byte);
                !is_modifier(byte)
            });
            let length = match conversion {
                Some(b'd' | b'i' | b'u' | b'x' | b'X' | b'o' | b'n' | b'%') if !long => 4,
                Some(b'd' | b'i' | b'u' | b'x' | b'X' | b'o' | b'n' | b'p' | b'%') => 8,
                Some(b'f' | b'e' | b'g' | b'a' | b'E' | b'G' | b'F' | b'A') => 16,
                _ => UNKNOWN_SIZE,
            };
            most = most.max(length);
        }
        most
    }

    /// Freeing is like writing all of it.
    fn free(&mut self, here: Here, state: &State, value: &Value) {
        self.touch(here, state, &value.blur(), UNKNOWN_SIZE, true, false);
    }
}
