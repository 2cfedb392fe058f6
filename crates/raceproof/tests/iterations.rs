//! Random headers of OpenMP loops, many in each program: `raceproof run` does the iterations that the header
//! has by arithmetic, and those that gcc and clang do wherever the standard lets them agree. Bounds are near
//! the limits of all integer types.
//!
//! `RACEPROOF_RANDOM` says how many programs, `RACEPROOF_SEED` which.

use std::fmt::Write as _;
use std::io::Read as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Loops in a program.
const LOOPS: usize = 80;

/// How long a program may take.
const PATIENCE: Duration = Duration::from_secs(60);

/// Bits, sign and name of a type.
type Integer = (u32, bool, &'static str);

const TYPES: [Integer; 9] = [
    (8, true, "signed char"),
    (8, false, "unsigned char"),
    (16, true, "short"),
    (16, false, "unsigned short"),
    (32, true, "int"),
    (32, false, "unsigned"),
    (64, true, "long"),
    (64, false, "unsigned long"),
    (64, false, "unsigned long long"),
];

/// Directives with a place for the reduction of the sums.
const DIRECTIVES: [&str; 12] = [
    "parallel for REDUCE",
    "parallel for schedule(static) REDUCE",
    "parallel for schedule(static, 2) REDUCE",
    "parallel for schedule(dynamic, CHUNK) REDUCE",
    "parallel for schedule(guided) REDUCE",
    "parallel for ordered REDUCE",
    "parallel for ordered(1) REDUCE",
    "simd REDUCE",
    "parallel for simd REDUCE",
    "taskloop",
    "taskloop grainsize(2)",
    "teams distribute parallel for REDUCE",
];

struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.0 >> 33) % n
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len() as u64) as usize]
    }
}

fn limits((bits, signed, _): Integer) -> (i128, i128) {
    match signed {
        true => (-(1 << (bits - 1)), (1 << (bits - 1)) - 1),
        false => (0, (1 << bits) - 1),
    }
}

fn holds(ty: Integer, value: i128) -> bool {
    let (low, high) = limits(ty);
    (low..=high).contains(&value)
}

/// A loop: from, relation, bound, what each iteration adds.
struct Header {
    ty: Integer,
    bound_ty: Integer,
    from: i128,
    relation: &'static str,
    to: i128,
    step: i128,
}

impl Header {
    /// A header with few iterations. None if what was drawn has many.
    fn draw(random: &mut Random) -> Option<Header> {
        let ty = random.pick(&TYPES);
        let (low, high) = limits(ty);
        let near = random.pick(&[low, high, 0, high / 2, high / 2 + 1, low / 2, 1]);
        let from = (near + random.below(7) as i128 - 3).clamp(low, high);
        let is_down = random.below(2) == 0;
        let range = high - low;
        let stride = match random.below(4) {
            0 => 1,
            1 => 1 + random.below(5) as i128,
            2 => range / (1 + random.below(9) as i128),
            _ => 1 + (range / 16).max(1) * random.below(16) as i128,
        };
        // More than the largest value of a type with a sign would be less than nothing in it.
        let stride = stride.min(high);
        let step = if is_down { -stride } else { stride };
        let rounds = random.below(9) as i128;
        let to = from + step * rounds + random.below(3) as i128 - 1;
        let to = if random.below(6) == 0 {
            random.pick(&[low, high])
        } else {
            to
        }
        .clamp(low, high);
        let relation = match (is_down, random.below(5)) {
            (_, 0) if stride == 1 && (to - from) * step >= 0 => "!=",
            (false, 1 | 2) => "<=",
            (false, _) => "<",
            (true, 1 | 2) => ">=",
            (true, _) => ">",
        };
        let bound_ty = random.pick(&TYPES);
        let header = Header {
            ty,
            bound_ty: if holds(bound_ty, to) { bound_ty } else { ty },
            from,
            relation,
            to,
            step,
        };
        // A comparison without a sign would make large numbers of negative ones.
        let is_mixed = header.ty.1 != header.bound_ty.1;
        let has_negative = from < 0 || to < 0;
        (header.iterations().len() <= 12 && !(is_mixed && has_negative)).then_some(header)
    }

    /// The values that its variable takes.
    fn iterations(&self) -> Vec<i128> {
        let goes_on = |i: i128| match self.relation {
            "<" => i < self.to,
            "<=" => i <= self.to,
            ">" => i > self.to,
            ">=" => i >= self.to,
            _ => i != self.to,
        };
        let values = (0..).map(|n| self.from + n * self.step);
        values.take_while(|&i| goes_on(i)).take(13).collect()
    }

    /// Whether all numbers on the way to the count are of the variable's type, so that the standard says what
    /// the count is.
    fn is_tame(&self) -> bool {
        let distance = (self.to - self.from).abs() + self.step.abs();
        let beyond = self.to + 2 * self.step;
        // A step down in a type without a sign is not always one under gcc 12, where that has less than 64
        // bits.
        let is_odd = self.ty.0 < 64 && !self.ty.1 && self.step < 0;
        !is_odd && holds(self.ty, self.to) && distance <= limits(self.ty).1 && holds(self.ty, beyond)
    }

    /// The text of the loop, without its body. The numbers are in variables, so that no compiler folds them.
    fn text(&self, name: &str, random: &mut Random) -> (String, String) {
        let literal = |ty: Integer, value: i128| match value < 0 {
            true => format!("(({})(-{}L - 1))", ty.2, -(value + 1)),
            false => format!("({})({value}UL)", ty.2),
        };
        let mut declared = format!(
            "volatile {} {name}0 = {}; volatile {} {name}1 = {}; {} from_{name} = {name}0; {} to_{name} = {name}1;",
            self.ty.2,
            literal(self.ty, self.from),
            self.bound_ty.2,
            literal(self.bound_ty, self.to),
            self.ty.2,
            self.bound_ty.2,
        );
        let size = self.step.abs();
        let step = match random.below(4) {
            0 if size == 1 => format!("{name}{}", if self.step < 0 { "--" } else { "++" }),
            1 => format!(
                "{name} = {name} {} {size}UL",
                if self.step < 0 { '-' } else { '+' }
            ),
            _ => {
                let fits: Vec<Integer> = TYPES.into_iter().filter(|&ty| holds(ty, size)).collect();
                let ty = random.pick(&fits);
                let _ = write!(
                    declared,
                    " volatile {0} {name}2 = {1}; {0} by_{name} = {name}2;",
                    ty.2,
                    literal(ty, size)
                );
                // An increment in a variable has no other form for all compilers where the relation is `!=`.
                match self.relation {
                    "!=" => format!("{name} {}= 1", if self.step < 0 { '-' } else { '+' }),
                    _ => format!("{name} {}= by_{name}", if self.step < 0 { '-' } else { '+' }),
                }
            }
        };
        let (ty, relation) = (self.ty.2, self.relation);
        let is_turned = random.below(4) == 0;
        let condition = match relation {
            _ if !is_turned => format!("{name} {relation} to_{name}"),
            "<" => format!("to_{name} > {name}"),
            "<=" => format!("to_{name} >= {name}"),
            ">" => format!("to_{name} < {name}"),
            ">=" => format!("to_{name} <= {name}"),
            _ => format!("to_{name} != {name}"),
        };
        (
            declared,
            format!("for ({ty} {name} = from_{name}; {condition}; {step})"),
        )
    }
}

/// A number for an iteration: sums of these tell multisets apart.
fn mix(value: i128) -> u64 {
    let x = (value as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let x = (x ^ (x >> 31)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x ^ (x >> 29)
}

const PROLOGUE: &str = "#include <stdio.h>
static unsigned long mix(unsigned long x)
{
  x *= 0x9e3779b97f4a7c15UL;
  x = (x ^ (x >> 31)) * 0xbf58476d1ce4e5b9UL;
  return x ^ (x >> 29);
}
int main(void)
{
";

/// A loop of a program: its text, the line that it prints, and whether compilers must print that, too.
struct Loop {
    text: String,
    line: String,
    is_tame: bool,
    is_task: bool,
}

/// Loops for a program.
fn loops(random: &mut Random) -> Vec<Loop> {
    let mut lines: Vec<Loop> = Vec::new();
    while lines.len() < LOOPS {
        let Some(outer) = Header::draw(random) else {
            continue;
        };
        let directive = random.pick(&DIRECTIVES);
        let is_doacross = directive.contains("ordered(1)");
        let inner = match random.below(4) {
            0 if !directive.contains("ordered") => Header::draw(random).filter(|h| h.iterations().len() <= 4),
            _ => None,
        };
        let number = lines.len();
        let mut text = String::new();
        let mut sum = 0u64;
        let mut count = 0;
        for &i in &outer.iterations() {
            let within = inner.as_ref().map_or(vec![0], Header::iterations);
            for &j in &within {
                sum = sum.wrapping_add(mix(i).wrapping_mul(mix(j) | 1));
                count += 1;
            }
        }
        let (declared, mut header) = outer.text("i", random);
        let mut directive = directive.replace("CHUNK", random.pick(&["1", "3", "9223372036854775807L"]));
        let _ = writeln!(text, "  {{ long n = 0; unsigned long sum = 0; {declared}");
        let is_task = directive.contains("taskloop");
        if let Some(inner) = &inner {
            let (declared, within) = inner.text("j", random);
            let _ = writeln!(text, "  {declared}");
            directive.push_str(" collapse(2)");
            header = format!("{header}\n  {within}");
        }
        if is_task {
            text.push_str("  #pragma omp parallel\n  #pragma omp single\n");
        }
        let directive = directive.replace("REDUCE", "reduction(+ : n, sum)");
        let j = if inner.is_some() { "j" } else { "0" };
        let atomic = "\n  #pragma omp atomic\n  ";
        let atomic = if is_task { atomic } else { "" };
        let body = format!("{atomic}n++; {atomic}sum += mix(i) * (mix({j}) | 1);");
        let body = match () {
            () if is_doacross => {
                let sign = if outer.step < 0 { '+' } else { '-' };
                let by = outer.step.abs();
                format!(
                    "{{\n  #pragma omp ordered depend(sink: i {sign} {by}UL)\n  {body}\n  #pragma omp ordered depend(source)\n  }}"
                )
            }
            () if directive.contains("ordered") => format!("{{\n  #pragma omp ordered\n  {{ {body} }}\n  }}"),
            () => format!("{{ {body} }}"),
        };
        let _ = writeln!(text, "  #pragma omp {directive}\n  {header}\n  {body}");
        let _ = writeln!(text, "  printf(\"{number} %ld %lx\\n\", n, sum); }}");
        // What a compiler makes of a dependence on an iteration far away is another matter.
        let is_tame = outer.is_tame() && inner.as_ref().is_none_or(Header::is_tame) && !is_doacross;
        lines.push(Loop {
            text,
            line: format!("{number} {count} {sum:x}"),
            is_tame,
            is_task,
        });
    }
    lines
}

/// What a command prints. None if it fails, or does not end.
fn run(command: &mut Command) -> Option<String> {
    let command = command.env("OMP_NUM_THREADS", "2");
    let mut child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .ok()?;
    let mut stdout = child.stdout.take()?;
    let reader = std::thread::spawn(move || {
        let mut text = String::new();
        let _ = stdout.read_to_string(&mut text);
        text
    });
    let start = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().ok()? {
            break status;
        }
        if start.elapsed() > PATIENCE {
            let _ = child.kill();
        }
        std::thread::sleep(Duration::from_millis(5));
    };
    let text = reader.join().ok()?;
    status.success().then_some(text)
}

/// What a program prints that a compiler makes.
fn compiled(compiler: &str, file: &Path) -> Option<String> {
    let native = file.with_extension(compiler);
    let mut build = Command::new(compiler);
    build.args(["-w", "-fopenmp", "-o"]).arg(&native).arg(file);
    run(&mut build)?;
    run(&mut Command::new(&native))
}

/// Writes a program of loops, and gives what it must print.
fn write(file: &Path, loops: &[&Loop]) -> String {
    let texts: String = loops.iter().map(|l| l.text.as_str()).collect();
    std::fs::write(file, format!("{PROLOGUE}{texts}}}\n")).expect("a file");
    loops.iter().map(|l| format!("{}\n", l.line)).collect()
}

/// The loops that print something else than they must.
fn wrong(expected: &str, printed: &str, loops: &[&Loop]) -> String {
    let mut printed = printed.lines();
    let pairs = expected
        .lines()
        .zip(loops)
        .map(|(line, l)| (line, l, printed.next().unwrap_or("nothing")));
    let wrong = pairs.filter(|(line, _, printed)| line != printed);
    wrong
        .map(|(line, l, printed)| format!("{line} expected, {printed} found:\n{}", l.text))
        .collect()
}

fn number(variable: &str, default: u64) -> u64 {
    let value = std::env::var(variable).ok();
    value.and_then(|value| value.parse().ok()).unwrap_or(default)
}

#[test]
fn loops_have_their_iterations() {
    let directory = std::env::temp_dir().join(format!("raceproof-iterations-{}", std::process::id()));
    std::fs::create_dir_all(&directory).expect("a directory for programs");
    let probe = directory.join("probe.c");
    std::fs::write(
        &probe,
        "int main(void) {\n#pragma omp parallel\n{}\nreturn 0; }\n",
    )
    .expect("a file");
    let compilers: Vec<&str> = ["gcc", "clang"]
        .into_iter()
        .filter(|compiler| compiled(compiler, &probe).is_some())
        .collect();
    let mut random = Random(number("RACEPROOF_SEED", 1));
    for round in 0..number("RACEPROOF_RANDOM", 2) {
        let loops = loops(&mut random);
        let all: Vec<&Loop> = loops.iter().collect();
        let file = directory.join(format!("{round}.c"));
        let expected = write(&file, &all);
        let mut ours = Command::new(env!("CARGO_BIN_EXE_raceproof"));
        let printed = run(ours.arg("run").arg(&file)).unwrap_or_default();
        assert_eq!(wrong(&expected, &printed, &all), "", "raceproof");
        for &compiler in &compilers {
            // Compilers may do anything with the others, and do: some do not end, as do loops of tasks under
            // clang 14.
            let tame = |l: &&&Loop| l.is_tame && !(l.is_task && compiler == "clang");
            let tame: Vec<&Loop> = all.iter().filter(tame).copied().collect();
            assert!(!tame.is_empty(), "nothing to compare");
            let expected = write(&file, &tame);
            let printed = compiled(compiler, &file).unwrap_or_default();
            assert_eq!(wrong(&expected, &printed, &tame), "", "{compiler}");
        }
    }
    let _ = std::fs::remove_dir_all(&directory);
}
