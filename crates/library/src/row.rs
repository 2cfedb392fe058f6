//! The language of the tables: what a row can say of a function, and the words that say it.
//!
//! A row is one line: the name, the signature, what becomes of each argument, what the function gives, and
//! then what is special about it. What is not said does not happen: a row that says too little is a wrong
//! proof, one that says too much only a weak one. The machine's tests run every native against its row.

/// How many bytes are meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// So many.
    Bytes(u32),
    /// So many words of a pointer's size.
    Words(u32),
    /// The value of an argument times this.
    Argument(u8, u8),
    /// The product of two arguments.
    Product(u8, u8),
    /// Any number, up to the end of the object.
    Any,
}

/// Which bytes are accessed, from an address on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    /// At most so many.
    pub size: Size,
    /// Whether it is always all of them. Otherwise how many depends on what is in memory or comes from the
    /// outside.
    pub exact: bool,
}

/// What is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Data {
    /// Numbers that are computed from arguments and what is read, or that come from the outside. No address.
    Number,
    /// The bytes that another argument points to, which may be addresses.
    Copy(u8),
    /// Zeros.
    Zero,
    /// An argument, in each byte or unit.
    Fill(u8),
    /// An address in the object that another argument points to.
    Within(u8),
    /// The address of a new object of this size.
    Fresh(Size),
    /// Numbers, in all of the bytes if the call succeeds and in none if it fails.
    Record,
}

/// What an argument is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    /// A number that goes into the result, the output or what is written, and decides nothing else.
    Value,
    /// A number that decides what the call does: a size, a base, a descriptor.
    Steers,
    /// The address of what is accessed.
    Address,
    /// A stream. What is behind it is the library's: of one that was opened a use reads a byte, which closing
    /// writes.
    Stream,
    /// Text that says whether a file is to be read or written.
    Mode,
    /// The format of a function that prints.
    Print,
    /// The format of a function that scans.
    Scan,
    /// The block of variable arguments, which the format tells the types of.
    Block,
    /// A list of variable arguments, likewise.
    List,
    /// A function that is called before the call is over.
    Callback,
    /// Something that a function which is called gets.
    Passed,
    /// A function that is called later.
    Handler,
    /// An address that the library keeps.
    Kept,
    /// A number that the library keeps.
    Noted,
    /// A block that is given back.
    Freed,
    /// The address of what is used in place of the library's own state, unless it is null.
    Instead,
}

/// What becomes of what the addresses point to that an argument points to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Behind {
    /// Nothing.
    Untouched,
    /// It is read.
    Read,
    /// It is read, written, or replaced by something new.
    Written,
}

/// What becomes of an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Argument {
    /// What it is for.
    pub usage: Use,
    /// What is read through it.
    pub reads: Option<Extent>,
    /// What is written through it.
    pub writes: Option<(Extent, Data)>,
    /// What becomes of what is behind it.
    pub behind: Behind,
}

/// What a function gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gives {
    /// Nothing.
    Nothing,
    /// A number that follows from the arguments and what is read.
    Number,
    /// A number that may be anything.
    Input,
    /// An argument, as it is.
    Same(u8),
    /// An argument, as it is, or what [`Gives::Outside`] is.
    SameOrOutside(u8),
    /// An argument, moved by as many bytes as another one says.
    Past(u8, u8),
    /// An address in the object that an argument points to, or null.
    Within(u8),
    /// The address of a new object of this size, or null.
    Fresh(Size, Contents),
    /// Something that each thread has for itself: an address, or a number.
    Own,
    /// The address of something that nobody but the library and the outside writes, or null.
    Outside,
    /// The address of the state that the function uses, which the next call changes.
    State,
    /// An address of which nothing is known.
    Unknown,
}

/// What is in a new object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contents {
    /// Nothing that was set.
    Unset,
    /// Zeros.
    Zero,
    /// What an argument points to.
    Copy(u8),
    /// Zeros, or what a file holds; that there is no object is told by -1.
    Mapped,
}

/// State that the library keeps for the whole process. What it protects by locks of its own is no memory: its
/// uses do not race, and they order nothing. What it does not protect is an object with accesses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Hidden {
    /// How much of standard input was read, and whether its end was met.
    Input,
    /// What `atexit` was given.
    AtExit,
    /// What signals do.
    Signals,
    /// The generators of random numbers. A check has made inputs of them; what is left are calls through
    /// pointers.
    Random,
    /// How many keys of thread-specific data there are.
    Keys,
    /// Where `strtok` goes on.
    Token,
    /// The result of `localtime` and `gmtime`.
    BrokenTime,
    /// The result of `asctime` and `ctime`.
    TimeText,
    /// Environment variables.
    Variables,
    /// The results of `getpwnam` and its kin.
    Users,
    /// The results of `getgrnam` and its kin.
    Groups,
    /// The results of `gethostbyname` and its kin.
    Hosts,
    /// The results of `getservbyname`, `getprotobyname` and their kin.
    Services,
    /// The names that `ttyname` gives.
    TerminalName,
    /// The names that `ptsname` gives.
    PseudoTerminalName,
    /// The name that `getlogin` gives.
    LoginName,
    /// The names that `tmpnam` makes where it is given no place for them.
    TemporaryName,
    /// The results of `ecvt` and its kin.
    Digits,
    /// The result of `l64a`.
    Base64,
    /// How far a multibyte character has been read, for functions that are given no place for that.
    Shift,
    /// The result of `localeconv`.
    Conventions,
    /// The table of `hsearch`.
    Table,
    /// The results of `getmntent` and its kin.
    Mounts,
    /// The results of `getutent` and its kin.
    Sessions,
    /// What `crypt` and `getpass` give.
    Secrets,
    /// What is written to streams and read from them, for functions that leave their locks alone.
    Streams,
}

impl Hidden {
    /// Whether the library protects it by a lock of its own.
    pub fn is_protected(self) -> bool {
        use Hidden::*;
        matches!(self, Input | AtExit | Signals | Random | Keys)
    }
}

/// A part of the world around a program: what a function of the library looks at there, or changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum World {
    /// The arguments of the program. No function of the library looks at them.
    Arguments,
    /// Standard input.
    Input,
    /// Environment variables.
    Variables,
    /// Files: it reads them, or asks about them.
    Files,
    /// The time.
    Clock,
    /// How many processors there are.
    Processors,
    /// The rest of the system: its processes, users, terminals, limits.
    System,
    /// What comes through sockets and descriptors other than of files.
    Network,
    /// Signals that others send. Who sets a handler is open to them.
    Signals,
    /// Standard output, standard error and files that are written: no thread can look at them, but writing
    /// may fail.
    Output,
    /// Memory and threads: what takes some may fail. What does so is told by what it gives.
    Resources,
    /// Chance.
    Random,
}

/// How a function ends the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// As asked for, after calling what `atexit` was given.
    Exit,
    /// As asked for, at once.
    AtOnce,
    /// By `SIGABRT`, which may have a handler.
    Abort,
    /// By a defect that was found.
    Defect,
}

/// What a random number may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Draw {
    /// From 0 to `INT32_MAX`.
    Natural,
    /// From `INT32_MIN` to `INT32_MAX`.
    Integer,
    /// From 0 up to 1.
    Fraction,
}

/// What a function is to those who look for such.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// It reads an integer from a text.
    Numeral,
    /// It stands for code that nobody has given, which may make these accesses.
    Assumed,
    /// It makes a process.
    Forks,
    /// It reads a directory.
    Walks,
    /// It makes descriptors, which may be lacking.
    Opens,
    /// It may start a thread that runs functions which it was given in another way than by an argument.
    Starts,
    /// It brings code into the program that nobody has seen.
    Loads,
    /// It compares texts.
    Compares,
    /// It looks for options among the arguments: those of its third argument and, if it has more, those that
    /// a table tells.
    Options,
    /// It draws a random number: from the library's generator, or from one that the program keeps behind the
    /// first argument.
    Draw(Draw),
}

/// Why a function is not there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Missing {
    /// Files, apart from writing.
    Files,
    /// Streams of wide characters.
    WideStreams,
    /// Generators of random numbers with a state of their own.
    Generators,
    /// Processes and their environment.
    System,
    /// Signals from others.
    Signals,
    /// What one thread writes to a pipe and another one reads.
    Pipes,
    /// Contexts of execution that the program makes itself.
    Contexts,
}

/// What runs find where a function asks the world. In other worlds it may be anything that the row allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// This number; no address if an address is asked for.
    Number(i64),
    /// What an argument is.
    Argument(u8),
    /// A failure with this number of an error: -1, or no address.
    Fails(i32),
    /// Likewise, told by -1 as an address.
    FailsByNumber(i32),
    /// A text without characters.
    Text,
}

/// Who implements a function, apart from a model in the front end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// A native of the machine.
    Native,
    /// The row itself: a call accesses what the row says, as little of it as can be, and finds this.
    Row(Answer),
    /// Nobody: a call is a gap of the machine.
    Gap(Missing),
    /// A part of the library that is written in C.
    C,
    /// Nobody but the front end's model.
    Model,
}

/// What is known of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// Its name.
    pub name: &'static str,
    /// Other names that mean the same.
    pub aliases: &'static [&'static str],
    /// The types of its result and its parameters, a letter each; empty if they need more than letters.
    pub signature: &'static str,
    /// What becomes of its arguments; those of instructions and parts in C are told by these.
    pub arguments: &'static [Argument],
    /// Whether nothing is known of what becomes of them.
    pub is_opaque: bool,
    /// What it gives.
    pub gives: Gives,
    /// Who implements it.
    pub by: By,
    /// Whether a direct call becomes instructions.
    pub has_model: bool,
    /// Whether there are versions for `float` (`…f`) and `long double` (`…l`).
    pub has_floats: bool,
    /// Whether the last digits of what it gives are up to the implementation.
    pub rounds: bool,
    /// Which arguments of `__…_chk` only that has.
    pub checked: &'static [u8],
    /// The state of the library that it uses, and whether it changes it.
    pub hidden: Option<(Hidden, bool)>,
    /// What of the outside it uses.
    pub world: Option<World>,
    /// How it ends the program.
    pub ends: Option<End>,
    /// Whether it may wait for something.
    pub blocks: bool,
    /// The argument that says until when or for how long it waits.
    pub time: Option<u8>,
    /// Whether it may read or set `errno`.
    pub uses_errno: bool,
    /// What it is to those who look for such.
    pub role: Option<Role>,
}

impl Row {
    /// Whether it only computes a number from numbers, and may set `errno`.
    pub fn computes(&self) -> bool {
        let is_number = |argument: &Argument| argument.usage == Use::Value;
        self.has_floats
            && !self.is_opaque
            && self.gives == Gives::Number
            && self.arguments.iter().all(is_number)
            && self.hidden.is_none()
            && self.world.is_none()
            && self.ends.is_none()
            && self.role.is_none()
            && !self.blocks
    }
}

// The words of the tables. They are short because they are many.

/// Exactly as many bytes as an argument says.
pub(crate) const fn n(argument: u8) -> Extent {
    units(argument, 1)
}

/// Exactly as many units of this size as an argument says.
pub(crate) const fn units(argument: u8, unit: u8) -> Extent {
    let size = Size::Argument(argument, unit);
    Extent { size, exact: true }
}

/// Exactly the product of two arguments.
pub(crate) const fn product(a: u8, b: u8) -> Extent {
    let size = Size::Product(a, b);
    Extent { size, exact: true }
}

/// Exactly so many bytes.
pub(crate) const fn bytes(count: u32) -> Extent {
    let size = Size::Bytes(count);
    Extent { size, exact: true }
}

/// Exactly so many words.
pub(crate) const fn words(count: u32) -> Extent {
    let size = Size::Words(count);
    Extent { size, exact: true }
}

/// At most that much.
pub(crate) const fn most(extent: Extent) -> Extent {
    let size = extent.size;
    Extent { size, exact: false }
}

/// Up to a terminator, or to the end of the object.
pub(crate) const TEXT: Extent = Extent {
    size: Size::Any,
    exact: false,
};

const fn argument(usage: Use) -> Argument {
    Argument {
        usage,
        reads: None,
        writes: None,
        behind: Behind::Untouched,
    }
}

/// A number that goes into the result or the output.
pub(crate) const V: Argument = argument(Use::Value);
/// A number that steers.
pub(crate) const S: Argument = argument(Use::Steers);
/// A stream.
pub(crate) const FILE: Argument = argument(Use::Stream);
/// A function that is called.
pub(crate) const CALL: Argument = argument(Use::Callback);
/// Something that is passed to such a function.
pub(crate) const PASSED: Argument = argument(Use::Passed);
/// A function that is called later.
pub(crate) const HANDLER: Argument = argument(Use::Handler);
/// An address that is kept.
pub(crate) const KEPT: Argument = argument(Use::Kept);
/// A number that is kept.
pub(crate) const NOTED: Argument = argument(Use::Noted);
/// A block that is given back.
pub(crate) const FREED: Argument = argument(Use::Freed);
/// Text.
pub(crate) const STRING: Argument = r(TEXT);
/// The mode of a file.
pub(crate) const MODE: Argument = r(TEXT).usage(Use::Mode);
/// A format to print by.
pub(crate) const PRINT: Argument = r(TEXT).usage(Use::Print);
/// A format to scan by.
pub(crate) const SCAN: Argument = r(TEXT).usage(Use::Scan);
/// What is printed. `%n` stores.
pub(crate) const PRINTED: Argument = r(TEXT).usage(Use::Block).behind(Behind::Written);
/// A list of what is printed; it is left behind what was taken.
pub(crate) const PRINTED_LIST: Argument = rw(words(1)).usage(Use::List).behind(Behind::Written);
/// Where what is scanned goes.
pub(crate) const SCANNED: Argument = r(TEXT).usage(Use::Block).behind(Behind::Written);
/// A list of where it goes.
pub(crate) const SCANNED_LIST: Argument = rw(words(1)).usage(Use::List).behind(Behind::Written);

/// Variable arguments of any sort, and what they point to.
pub(crate) const MORE: Argument = r(TEXT).usage(Use::Block).behind(Behind::Written);

/// What is there is read.
pub(crate) const fn r(extent: Extent) -> Argument {
    Argument {
        reads: Some(extent),
        ..argument(Use::Address)
    }
}

/// Something is written there.
pub(crate) const fn put(extent: Extent, data: Data) -> Argument {
    Argument {
        writes: Some((extent, data)),
        ..argument(Use::Address)
    }
}

/// Numbers are written there.
pub(crate) const fn w(extent: Extent) -> Argument {
    put(extent, Data::Number)
}

/// What is there is read, and numbers are written there.
pub(crate) const fn rw(extent: Extent) -> Argument {
    Argument {
        reads: Some(extent),
        ..w(extent)
    }
}

/// What another argument points to is written there.
pub(crate) const fn copy(extent: Extent, from: u8) -> Argument {
    put(extent, Data::Copy(from))
}

/// Likewise, behind what is there, which is read.
pub(crate) const fn append(from: u8) -> Argument {
    Argument {
        reads: Some(TEXT),
        ..copy(TEXT, from)
    }
}

/// If it is not null, all of it is written where the call succeeds.
pub(crate) const fn out(extent: Extent) -> Argument {
    put(most(extent), Data::Record)
}

/// Likewise; what is there is read before.
pub(crate) const fn in_out(extent: Extent) -> Argument {
    Argument {
        reads: Some(most(extent)),
        ..out(extent)
    }
}

/// If it is not null, an address in what another argument points to is written there.
pub(crate) const fn end(of: u8) -> Argument {
    put(most(words(1)), Data::Within(of))
}

impl Argument {
    pub(crate) const fn usage(self, usage: Use) -> Argument {
        Argument { usage, ..self }
    }

    pub(crate) const fn behind(self, behind: Behind) -> Argument {
        Argument { behind, ..self }
    }
}

/// A function with a native.
pub(crate) const fn f(
    name: &'static str,
    signature: &'static str,
    arguments: &'static [Argument],
    gives: Gives,
) -> Row {
    Row {
        name,
        aliases: &[],
        signature,
        arguments,
        is_opaque: false,
        gives,
        by: By::Native,
        has_model: false,
        has_floats: false,
        rounds: false,
        checked: &[],
        hidden: None,
        world: None,
        ends: None,
        blocks: false,
        time: None,
        uses_errno: false,
        role: None,
    }
}

/// A function that asks a part of the world, by its row alone.
pub(crate) const fn by_row(
    name: &'static str,
    signature: &'static str,
    arguments: &'static [Argument],
    world: World,
    answer: Answer,
) -> Row {
    Row {
        by: By::Row(answer),
        world: Some(world),
        uses_errno: true,
        ..f(name, signature, arguments, Gives::Input)
    }
}

/// A function that becomes instructions.
pub(crate) const fn model(name: &'static str) -> Row {
    Row {
        by: By::Model,
        has_model: true,
        is_opaque: true,
        ..f(name, "", &[], Gives::Unknown)
    }
}

/// A function that is written in C.
pub(crate) const fn c(name: &'static str) -> Row {
    Row {
        by: By::C,
        is_opaque: true,
        ..f(name, "", &[], Gives::Unknown)
    }
}

/// A function that nobody implements and of which no more is said.
pub(crate) const fn gap(name: &'static str, signature: &'static str, why: Missing) -> Row {
    Row {
        by: By::Gap(why),
        is_opaque: true,
        ..f(name, signature, &[], Gives::Unknown)
    }
}

impl Row {
    pub(crate) const fn also(self, aliases: &'static [&'static str]) -> Row {
        Row { aliases, ..self }
    }

    pub(crate) const fn gives(self, gives: Gives) -> Row {
        Row { gives, ..self }
    }

    pub(crate) const fn opaque(self) -> Row {
        Row {
            is_opaque: true,
            ..self
        }
    }

    pub(crate) const fn checked(self, checked: &'static [u8]) -> Row {
        Row { checked, ..self }
    }

    pub(crate) const fn floats(self) -> Row {
        Row {
            has_floats: true,
            ..self
        }
    }

    pub(crate) const fn model(self) -> Row {
        Row {
            has_model: true,
            ..self
        }
    }

    pub(crate) const fn rounds(self) -> Row {
        Row { rounds: true, ..self }
    }

    pub(crate) const fn uses(self, hidden: Hidden) -> Row {
        Row {
            hidden: Some((hidden, false)),
            ..self
        }
    }

    pub(crate) const fn changes(self, hidden: Hidden) -> Row {
        Row {
            hidden: Some((hidden, true)),
            ..self
        }
    }

    pub(crate) const fn world(self, world: World) -> Row {
        Row {
            world: Some(world),
            ..self
        }
    }

    pub(crate) const fn ends(self, end: End) -> Row {
        Row {
            ends: Some(end),
            ..self
        }
    }

    pub(crate) const fn blocks(self) -> Row {
        Row { blocks: true, ..self }
    }

    /// It waits until a time, or for so long.
    pub(crate) const fn until(self, argument: u8) -> Row {
        Row {
            time: Some(argument),
            ..self.blocks()
        }
    }

    pub(crate) const fn errno(self) -> Row {
        Row {
            uses_errno: true,
            ..self
        }
    }

    pub(crate) const fn role(self, role: Role) -> Row {
        Row {
            role: Some(role),
            ..self
        }
    }
}
