//! What functions of the C library may do, as far as races go: which bytes they read and write, which addresses they store and give back.

use crate::analyse::{Analysis, Here, Step, UNKNOWN_SIZE};
use crate::object::{Name, ObjectId};
use crate::refusal::{Refusal, Why};
use crate::state::State;
use crate::value::Value;
use raceproof_ir::Kind;
use std::collections::BTreeSet;

/// The most bytes that `struct tm` has.
const CALENDAR: u64 = 56;

/// What a library function does with its arguments.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Effect {
    /// Nothing with memory; gives a number.
    Number,
    /// Reads what its arguments point to; gives a number.
    Reads,
    /// Likewise, with a format: this argument. May write what it counts.
    Prints(usize),
    /// Likewise, to what its first argument points to.
    PrintsTo(usize),
    /// Writes numbers to what this argument points to, reads what the others point to; gives a number.
    Writes(usize),
    /// Likewise, and gives that argument back.
    Fills(usize),
    /// Reads; gives an address in what its first argument points to, or null.
    Finds,
    /// Reads what its first argument points to; may store an address in that through the second.
    Parses,
    /// Writes numbers to all that its arguments from this one on point to, and reads the others.
    Scans(usize),
    /// Copies bytes from the second argument to the first; the third says how many.
    Copies,
    /// Sets bytes of the first argument; this one says how many.
    Sets(usize),
    /// Gives a new object; the product of these arguments is its size.
    Allocates(Option<usize>, Option<usize>),
    Reallocates,
    /// Gives a new object with what the first argument points to.
    Duplicates,
    Frees,
    /// Stores the address of a new object through the first argument; the last one is its size.
    Places,
    /// Ends the program.
    Ends,
    /// Gives the address of something that the thread alone can reach.
    Own,
    /// Gives the address of something that only the environment writes.
    Outside,
}

fn effect(name: &str) -> Option<Effect> {
    use Effect::*;
    let name = name.strip_prefix("__builtin_").unwrap_or(name);
    Some(match name {
        "memcpy" | "memmove" | "__memcpy_chk" | "__memmove_chk" => Copies,
        "memset" | "__memset_chk" | "explicit_memset" => Sets(2),
        "bzero" | "explicit_bzero" => Sets(1),
        "memcmp" | "bcmp" | "strlen" | "strnlen" | "strcmp" | "strcoll" | "strncmp" | "strcasecmp"
        | "strncasecmp" | "strspn" | "strcspn" | "atoi" | "atol" | "atoll" | "atof" | "puts" | "fputs"
        | "fwrite" | "write" | "perror" | "fputc" | "putc" | "fflush" | "fclose" | "setvbuf" | "setbuf"
        | "nanosleep" | "thrd_sleep" | "clock_nanosleep" | "isatty" | "fileno" | "getc" | "fgetc"
        | "ungetc" | "feof" | "ferror" | "clearerr" | "fseek" | "ftell" | "rewind" | "access" | "open"
        | "open64" | "remove" | "unlink" => Reads,
        "printf" | "vprintf" => Prints(0),
        "fprintf" | "dprintf" | "vfprintf" | "__printf_chk" => Prints(1),
        "__fprintf_chk" => Prints(2),
        "sprintf" | "vsprintf" => PrintsTo(1),
        "snprintf" | "vsnprintf" => PrintsTo(2),
        "__sprintf_chk" => PrintsTo(3),
        "__snprintf_chk" => PrintsTo(4),
        "putchar" | "rand" | "random" | "srand" | "srandom" | "abs" | "labs" | "llabs" | "isalpha"
        | "isdigit" | "isalnum" | "isspace" | "isupper" | "islower" | "ispunct" | "isxdigit" | "iscntrl"
        | "isprint" | "isgraph" | "isblank" | "tolower" | "toupper" | "sleep" | "usleep" | "sched_yield"
        | "getpid" | "getppid" | "gettid" | "getuid" | "geteuid" | "getgid" | "sysconf" | "getpagesize"
        | "get_nprocs" | "get_nprocs_conf" | "clock" | "omp_get_wtime" | "omp_get_wtick" | "getchar"
        | "drand48" | "lrand48" | "mrand48" | "srand48" | "sched_getcpu" | "difftime" | "ffs" | "ffsl"
        | "ffsll" | "close" => Number,
        "time" | "gettimeofday" | "timespec_get" | "rand_r" | "fread" | "strftime" | "mktime" => Writes(0),
        "clock_gettime" | "clock_getres" | "read" | "stat" | "lstat" => Writes(1),
        "localtime_r" | "gmtime_r" | "asctime_r" | "ctime_r" => Fills(1),
        "strcpy" | "strncpy" | "strcat" | "strncat" | "stpcpy" | "fgets" | "gets" | "__strcpy_chk"
        | "__strncpy_chk" | "__strcat_chk" => Fills(0),
        "strchr" | "strrchr" | "strstr" | "memchr" | "index" | "rindex" | "strpbrk" | "strchrnul"
        | "strcasestr" | "rawmemchr" | "memrchr" => Finds,
        "strtol" | "strtoul" | "strtoll" | "strtoull" | "strtod" | "strtof" | "__isoc23_strtol"
        | "__isoc23_strtoul" | "__isoc23_strtoll" | "__isoc23_strtoull" => Parses,
        "scanf" | "__isoc99_scanf" | "__isoc23_scanf" => Scans(1),
        "fscanf" | "sscanf" | "__isoc99_fscanf" | "__isoc99_sscanf" | "__isoc23_fscanf"
        | "__isoc23_sscanf" => Scans(2),
        "malloc" | "valloc" | "pvalloc" => Allocates(Some(0), None),
        "calloc" => Allocates(Some(0), Some(1)),
        "aligned_alloc" | "memalign" => Allocates(Some(1), None),
        "strdup" | "__strdup" | "strndup" | "__strndup" => Duplicates,
        "realloc" => Reallocates,
        "posix_memalign" => Places,
        "free" | "cfree" => Frees,
        "exit" | "_exit" | "_Exit" | "quick_exit" | "abort" | "__assert_fail" | "__stack_chk_fail"
        | "__chk_fail" | "__fortify_fail" => Ends,
        "__errno_location" => Own,
        "getenv" | "secure_getenv" | "fopen" | "opendir" | "strerror" => Outside,
        _ if is_mathematics(name) => Number,
        _ => return None,
    })
}

/// Whether a function computes a number from numbers.
fn is_mathematics(name: &str) -> bool {
    const NAMES: [&str; 31] = [
        "sqrt", "fabs", "sin", "cos", "tan", "exp", "log", "log2", "log10", "pow", "floor", "ceil", "round",
        "trunc", "fmod", "fmin", "fmax", "hypot", "atan", "atan2", "cbrt", "exp2", "asin", "acos", "sinh",
        "cosh", "tanh", "lround", "rint", "log1p", "expm1",
    ];
    NAMES.contains(&name)
        || name
            .strip_suffix(['f', 'l'])
            .is_some_and(|plain| NAMES.contains(&plain))
}

impl Analysis<'_> {
    /// What an argument, and blocks of variable arguments behind it, point to.
    fn reach(&self, value: &Value, deep: bool) -> Value {
        let mut all = value.clone();
        let mut open: Vec<ObjectId> = all.targets.iter().map(|(t, _)| t.object).collect();
        let mut seen = BTreeSet::new();
        while let Some(object) = open.pop() {
            // Only blocks that the caller made hold arguments, unless it keeps a list of them elsewhere; what is in other objects is not
            // followed by these functions.
            let holds = match self.memory.object(object).name {
                Name::Slot(..) => true,
                Name::Function(_) | Name::Label(..) | Name::Thread(_) | Name::Outside => false,
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

    /// Long because it has an arm for each kind of function of the library.
    pub(crate) fn call_library(
        &mut self,
        here: Here,
        state: &mut State,
        name: &str,
        args: &[Value],
    ) -> Step<Value> {
        let Some(effect) = effect(name) else {
            return Err(Refusal::new(Why::Function(name.to_string()), here.span));
        };
        let number = Value::RESULT;
        let none = Value::NONE;
        let arg = |i: usize| args.get(i).unwrap_or(&none);
        match effect {
            Effect::Number => {}
            Effect::Ends => return Ok(None),
            Effect::Reads => self.read_all(here, state, args),
            Effect::Prints(format) | Effect::PrintsTo(format) => {
                let deep = name.trim_start_matches('_').starts_with('v');
                let counts = !arg(format).targets.is_empty() && self.may_count(arg(format));
                for (i, value) in args.iter().enumerate() {
                    let all = self.reach(value, deep);
                    match i > format && counts {
                        true => self.overwrite(here, state, &all, UNKNOWN_SIZE),
                        false => self.touch(here, state, &all.blur(), UNKNOWN_SIZE, false, false),
                    }
                }
                if matches!(effect, Effect::PrintsTo(_)) {
                    let length = self.most(name, args);
                    self.overwrite(here, state, arg(0), length);
                }
            }
            Effect::Finds => {
                self.read_all(here, state, args);
                return Ok(Some(arg(0).blur().join(&Value::number(0))));
            }
            Effect::Writes(i) | Effect::Fills(i) => {
                let length = self.most(name, args);
                for (j, value) in args.iter().enumerate() {
                    match i == j {
                        true => self.overwrite(here, state, value, length),
                        false => self.read_all(here, state, std::slice::from_ref(value)),
                    }
                }
                if matches!(effect, Effect::Fills(_)) {
                    // The bytes of an address may go along as text.
                    for (_, value) in args.iter().enumerate().filter(|(j, _)| *j != i) {
                        let from = self.reach(value, false);
                        let bytes = from.targets.iter().fold(Value::NONE, |all, (t, _)| {
                            all.join(&self.memory.contents(t.object).blur())
                        });
                        if !bytes.targets.is_empty() {
                            self.store(state, arg(i), length, &bytes);
                        }
                    }
                    return Ok(Some(arg(i).blur().join(&Value::number(0))));
                }
            }
            Effect::Scans(from) => {
                for (i, value) in args.iter().enumerate() {
                    let all = self.reach(value, false);
                    match i < from {
                        true => self.touch(here, state, &all.blur(), UNKNOWN_SIZE, false, false),
                        false => {
                            let length = self.scanned(arg(from - 1));
                            self.overwrite(here, state, &all, length);
                        }
                    }
                }
            }
            Effect::Parses => {
                let length = u64::from(Kind::Ptr.size(self.program.model));
                self.read_all(here, state, &args[..args.len().min(1)]);
                self.touch(here, state, arg(1), length, true, false);
                self.store(state, arg(1), length, &arg(0).blur());
            }
            Effect::Copies => {
                self.copy(here, state, arg(0), arg(1), arg(2));
                return Ok(Some(arg(0).clone()));
            }
            Effect::Sets(i) => {
                let byte = match i {
                    2 => arg(1).repeated(),
                    _ => Value::UNSET,
                };
                self.fill(here, state, arg(0), self.length(arg(i)), &byte);
                return Ok(Some(arg(0).clone()));
            }
            Effect::Allocates(a, b) => {
                self.read_all(here, state, args);
                let size = match (a, b) {
                    (Some(a), None) => arg(a).clone(),
                    (Some(a), Some(b)) if arg(a).low == arg(a).high && arg(b).low == arg(b).high => {
                        Value::number(arg(a).low.saturating_mul(arg(b).low))
                    }
                    _ => number.clone(),
                };
                return Ok(Some(self.allocate(here, state, &size).join(&Value::number(0))));
            }
            Effect::Reallocates => {
                self.free(here, state, arg(0));
                let new = self.allocate(here, state, arg(1));
                let old = arg(0).settle();
                let all = Value::number(i128::from(UNKNOWN_SIZE));
                self.copy(here, state, &new, &old, &all);
                return Ok(Some(new.join(&Value::number(0))));
            }
            Effect::Duplicates => {
                let new = self.allocate(here, state, &number);
                let all = Value::number(i128::from(UNKNOWN_SIZE));
                self.copy(here, state, &new, arg(0), &all);
                return Ok(Some(new.join(&Value::number(0))));
            }
            Effect::Places => {
                let length = u64::from(Kind::Ptr.size(self.program.model));
                let new = self.allocate(here, state, arg(2));
                self.touch(here, state, arg(0), length, true, false);
                self.store(state, arg(0), length, &new);
            }
            Effect::Frees => self.free(here, state, arg(0)),
            Effect::Own => return Ok(Some(self.keys(here).shift((0, 0), 1, 8))),
            Effect::Outside => {
                self.read_all(here, state, args);
                let outside = self.memory.named(self.program, Name::Outside, UNKNOWN_SIZE);
                return Ok(Some(
                    Value::pointer(outside, false, 0).blur().join(&Value::number(0)),
                ));
            }
        }
        Ok(Some(number))
    }

    fn read_all(&mut self, here: Here, state: &State, args: &[Value]) {
        for value in args {
            let all = self.reach(value, false).blur();
            self.touch(here, state, &all, UNKNOWN_SIZE, false, false);
        }
    }

    /// Whether a format may ask for the number of bytes written so far (`%n`), or is not known.
    fn may_count(&self, format: &Value) -> bool {
        let Some(text) = self.text(format) else {
            return true;
        };
        let mut rest = text.iter().copied();
        while rest.any(|byte| byte == b'%') {
            let is_modifier = |byte: &u8| b"-+ #0'I123456789.*$hlLqjzt".contains(byte);
            if rest.find(|byte| !is_modifier(byte)) == Some(b'n') {
                return true;
            }
        }
        false
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

    /// How many bytes at most a function writes.
    fn most(&self, name: &str, args: &[Value]) -> u64 {
        let counts: &[usize] = match name {
            "time" => return 8,
            "gettimeofday" | "timespec_get" | "clock_gettime" | "clock_getres" => return 16,
            "rand_r" => return 4,
            "localtime_r" | "gmtime_r" | "mktime" => return CALENDAR,
            "asctime_r" | "ctime_r" => return 26,
            "fgets" | "strftime" | "snprintf" | "vsnprintf" => &[1],
            "strncpy" | "read" => &[2],
            "fread" => &[1, 2],
            _ => return UNKNOWN_SIZE,
        };
        let lengths = counts
            .iter()
            .map(|&i| args.get(i).map_or(UNKNOWN_SIZE, |size| self.length(size)));
        lengths.fold(1, u64::saturating_mul).min(UNKNOWN_SIZE)
    }

    /// The text that an address means, if it is a constant.
    fn text(&self, address: &Value) -> Option<&[u8]> {
        let [(target, offsets)] = address.targets[..] else {
            return None;
        };
        let Name::Global(global) = self.memory.object(target.object).name else {
            return None;
        };
        let global = self.program.global(global);
        let start = usize::try_from(offsets.constant()?).ok()?;
        let text = global.bytes.get(start..).unwrap_or_default();
        let text = text.split(|&byte| byte == 0).next().unwrap_or_default();
        global.constant.then_some(text)
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
