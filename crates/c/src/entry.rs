//! A program around a library: threads that call its functions.
//!
//! A library has no `main`. The one that is written here lets every thread of a team call the functions that
//! the user named, as often and in any order as it likes, each with arguments of which nothing is known:
//! integers and floating numbers are anything, a pointer leads to one object that all threads share or to one
//! of the thread's own, for each type that is pointed to. Objects begin zeroed, or as the functions leave
//! them that the user named for making them; what such a function returns is shared in the same way. The
//! library itself begins as its initial values say.
//!
//! It is written in C and checked together with the library, so that whatever engines there are need not
//! know of it. Types have no names that are the same in all files, so they are said by the functions that
//! use them (`__builtin_raceproof_parameter`).

use std::fmt::Write as _;

use crate::hir::{Function, Record, Type, TypeId, Unit};

/// The name of the file that is written.
pub const FILE: &str = "<raceproof>/entry.c";

/// How many objects lie behind a pointer, for functions that take arrays.
const LENGTH: u32 = 4;

/// The functions of a library that are called.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Entry {
    /// By threads, any of them at any time.
    pub functions: Vec<String>,
    /// Before that, in this order, by one thread.
    pub initial: Vec<String>,
}

/// An object that pointers of one type lead to.
struct Shared {
    key: String,
    /// What it is called: `queue`, or a number.
    name: String,
    /// An expression that has a pointer's type: `parameter(f, 0)`.
    pointer: String,
    /// Whether there can be an object of the type here.
    is_complete: bool,
    /// Whether an array of it is one object only, because it ends with an array of any length.
    is_flexible: bool,
    /// Whether it is a function.
    is_function: bool,
    /// Whether a function makes it.
    is_made: bool,
}

impl Shared {
    /// Whether a thread can have one for itself.
    fn has_own(&self) -> bool {
        self.is_complete && !self.is_function
    }

    /// The brackets of its declaration.
    fn extent(&self) -> String {
        match self.is_flexible {
            true => String::new(),
            false => format!("[{LENGTH}]"),
        }
    }
}

/// The text of the program around a library.
///
/// # Errors
///
/// What is wrong with the functions that were named.
pub(crate) fn program(unit: &Unit, entry: &Entry) -> Result<String, String> {
    let mut harness = Harness {
        unit,
        shared: Vec::new(),
    };
    let mut text = String::new();
    let mut known: Vec<&str> = Vec::new();
    for name in entry.initial.iter().chain(&entry.functions) {
        let function = harness.function(name)?;
        if !known.contains(&name.as_str()) {
            known.push(name);
            // Writing to a string cannot fail.
            let _ = writeln!(
                text,
                "extern __typeof__(__builtin_raceproof_function({name})) {name};"
            );
            harness.gather(name, function)?;
        }
    }
    for name in &entry.initial {
        harness.made_by(name)?;
    }
    harness.check()?;
    harness.objects(&mut text);
    let _ = writeln!(text, "_Bool __VERIFIER_nondet_bool(void);\nint main(void) {{");
    for name in &entry.initial {
        let _ = writeln!(text, "  {{ {} }}", harness.initial(name)?);
    }
    text.push_str("#pragma omp parallel\n  {\n");
    harness.own_objects(&mut text);
    let mut own = String::new();
    for name in &entry.initial {
        if harness.is_repeatable(name)? {
            let _ = writeln!(own, "    {{ {} }}", harness.own(name)?);
        }
    }
    // Such functions need not bear to be called at the same time.
    if !own.is_empty() {
        let _ = write!(
            text,
            "#pragma omp critical\n    {{\n{own}    }}\n#pragma omp barrier\n"
        );
    }
    text.push_str("    while (__VERIFIER_nondet_bool()) {\n");
    let count = entry.functions.len();
    for (number, name) in entry.functions.iter().enumerate() {
        match number + 1 < count {
            true => text.push_str("      if (__VERIFIER_nondet_bool()) "),
            false => text.push_str("      "),
        }
        let _ = writeln!(text, "{{ {} }}", harness.call(name)?);
        if number + 1 < count {
            text.push_str("      else\n");
        }
    }
    text.push_str("    }\n  }\n  return 0;\n}\n");
    Ok(text)
}

struct Harness<'a> {
    unit: &'a Unit,
    shared: Vec<Shared>,
}

impl<'a> Harness<'a> {
    fn function(&self, name: &str) -> Result<&'a Function, String> {
        let all = self.unit.functions.iter();
        let defined = all.filter(|function| function.name == name && function.body.is_some());
        let mut defined = defined.filter(|function| !function.origin.is_ours());
        defined
            .next()
            .ok_or_else(|| format!("no file defines the function `{name}`"))
    }

    fn ty(&self, ty: TypeId) -> &'a Type {
        &self.unit.types.types[ty.0 as usize]
    }

    fn signature(&self, function: &Function) -> (&'a [TypeId], TypeId) {
        match self.ty(function.ty) {
            Type::Function { params, result, .. } => (params, *result),
            _ => (&[], function.ty),
        }
    }

    /// What is pointed to, if it is a pointer.
    fn pointee(&self, ty: TypeId) -> Option<TypeId> {
        match self.ty(ty) {
            Type::Pointer { to, .. } => Some(*to),
            _ => None,
        }
    }

    fn record(&self, ty: TypeId) -> Option<&'a Record> {
        match self.ty(ty) {
            Type::Record(id) => Some(&self.unit.types.records[id.0 as usize]),
            Type::Atomic(inner) => self.record(*inner),
            _ => None,
        }
    }

    /// A name of a type that is the same in all files: records are known by where they are declared.
    fn key(&self, ty: TypeId) -> String {
        match self.ty(ty) {
            Type::Record(id) => {
                let record = &self.unit.types.records[id.0 as usize];
                match record.name.is_empty() {
                    true => format!("{:?}", record.span),
                    false => record.name.clone(),
                }
            }
            Type::Pointer { to, .. } => format!("{}*", self.key(*to)),
            Type::Array { element, length } => format!("{}[{length:?}]", self.key(*element)),
            other => format!("{other:?}"),
        }
    }

    /// Notes the types that a function's parameters and result point to.
    fn gather(&mut self, name: &str, function: &Function) -> Result<(), String> {
        let (params, result) = self.signature(function);
        for (index, param) in params.iter().enumerate() {
            let pointer = format!("__builtin_raceproof_parameter({name}, {index})");
            if matches!(self.ty(*param), Type::VaList) {
                return Err(format!("`{name}` takes a `va_list`, which nobody else can make"));
            }
            self.note(*param, pointer);
        }
        self.note(result, format!("__builtin_raceproof_parameter({name}, -1)"));
        Ok(())
    }

    fn note(&mut self, ty: TypeId, pointer: String) {
        let Some(to) = self.pointee(ty) else { return };
        let key = self.key(to);
        let is_complete = match self.ty(to) {
            Type::Function { .. } => false,
            Type::Array { length, .. } => length.is_some(),
            Type::Vla { .. } => false,
            _ => self.record(to).is_none_or(|record| record.complete),
        };
        let is_function = matches!(self.ty(to), Type::Function { .. });
        let last = self.record(to).and_then(|record| record.fields.last());
        let is_flexible =
            last.is_some_and(|field| matches!(self.ty(field.ty), Type::Array { length: None, .. }));
        match self.shared.iter_mut().find(|shared| shared.key == key) {
            // One file may know more than another.
            Some(known) if is_complete && !known.is_complete => {
                known.pointer = pointer;
                known.is_complete = true;
            }
            Some(_) => {}
            None => {
                let is_name = key.chars().all(|c| c == '_' || c.is_ascii_alphanumeric());
                let name = match self.record(to).is_some() && is_name {
                    true => key.clone(),
                    false => self.shared.len().to_string(),
                };
                self.shared.push(Shared {
                    key,
                    name,
                    pointer,
                    is_complete,
                    is_flexible,
                    is_function,
                    is_made: false,
                });
            }
        }
    }

    fn number(&self, ty: TypeId) -> Option<usize> {
        let key = self.key(self.pointee(ty)?);
        self.shared.iter().position(|shared| shared.key == key)
    }

    fn made_by(&mut self, name: &str) -> Result<(), String> {
        let (_, result) = self.signature(self.function(name)?);
        if let Some(number) = self.number(result) {
            self.shared[number].is_made = true;
        }
        Ok(())
    }

    /// Objects of types that nobody knows must come from somewhere. What is only returned need not.
    fn check(&self) -> Result<(), String> {
        for shared in &self.shared {
            let is_result = shared.pointer.ends_with(", -1)");
            if !shared.is_complete && !shared.is_function && !shared.is_made && !is_result {
                let name = &shared.key;
                return Err(format!(
                    "nothing makes an object of the type `{name}`: name the function that does with --entry-init"
                ));
            }
        }
        Ok(())
    }

    /// Declares what threads share: the objects, and pointers to those that functions make.
    fn objects(&self, text: &mut String) {
        for shared in &self.shared {
            let Shared { name, pointer, .. } = shared;
            let _ = writeln!(text, "typedef __typeof__({pointer}) pointer_{name};");
            let object = match shared.key.as_str() {
                "Void" => "long".to_owned(),
                _ => format!("__typeof_unqual__(*{pointer})"),
            };
            if shared.is_function {
                let _ = writeln!(text, "extern __typeof__(*{pointer}) callback_{name};");
            } else if shared.is_complete {
                let _ = writeln!(text, "typedef {object} object_{name};");
                let _ = writeln!(text, "static object_{name} shared_{name}{};", shared.extent());
            }
            if shared.is_made {
                let _ = writeln!(text, "static pointer_{name} made_{name};");
            }
        }
    }

    /// Declares what a thread has for itself.
    fn own_objects(&self, text: &mut String) {
        for shared in self.shared.iter().filter(|shared| shared.has_own()) {
            let name = &shared.name;
            let _ = writeln!(text, "    object_{name} own_{name}{} = {{ 0 }};", shared.extent());
        }
    }

    /// The pointer to what all share.
    fn to_shared(&self, number: usize) -> String {
        let shared = &self.shared[number];
        let name = &shared.name;
        if shared.is_function {
            format!("callback_{name}")
        } else if shared.is_made {
            format!("made_{name}")
        } else if shared.is_complete {
            format!("(void *)&shared_{name}")
        } else {
            "0".to_owned()
        }
    }

    /// Calls a function with the shared objects, and keeps what it makes.
    fn initial(&self, name: &str) -> Result<String, String> {
        let (params, result) = self.signature(self.function(name)?);
        let made = self.number(result).filter(|number| self.shared[*number].is_made);
        let argument = |number: usize| match Some(number) == made {
            true => "0".to_owned(),
            false => self.to_shared(number),
        };
        let call = self.call_with(name, params, &argument);
        Ok(match made {
            // What it could not make, nobody can use.
            Some(number) => {
                let name = &self.shared[number].name;
                format!("{call} made_{name} = result; if (!made_{name}) return 0;")
            }
            None => call,
        })
    }

    /// Whether a function makes objects ready that are given to it, so that it is called for those of each
    /// thread too.
    fn is_repeatable(&self, name: &str) -> Result<bool, String> {
        let (params, _) = self.signature(self.function(name)?);
        let first = params.first().and_then(|param| self.number(*param));
        Ok(first.is_some_and(|number| self.shared[number].has_own() && !self.shared[number].is_made))
    }

    /// Calls a function with the thread's own objects.
    fn own(&self, name: &str) -> Result<String, String> {
        let (params, _) = self.signature(self.function(name)?);
        Ok(
            self.call_with(name, params, &|number| match self.shared[number].has_own() {
                true => format!("(void *)&own_{}", self.shared[number].name),
                false => self.to_shared(number),
            }),
        )
    }

    /// Calls a function with any arguments.
    fn call(&self, name: &str) -> Result<String, String> {
        let (params, _) = self.signature(self.function(name)?);
        Ok(self.call_with(name, params, &|number| {
            let shared = self.to_shared(number);
            match self.shared[number].has_own() {
                true => format!(
                    "__VERIFIER_nondet_bool() ? {shared} : (void *)&own_{}",
                    self.shared[number].name
                ),
                false => shared,
            }
        }))
    }

    fn call_with(&self, name: &str, params: &[TypeId], pointer: &dyn Fn(usize) -> String) -> String {
        let mut before = String::new();
        let mut arguments = Vec::new();
        for (index, param) in params.iter().enumerate() {
            let ty = format!("__typeof__(__builtin_raceproof_parameter({name}, {index}))");
            let _ = match (self.number(*param), self.ty(*param)) {
                (Some(number), _) => write!(before, "{ty} a{index} = {}; ", pointer(number)),
                (None, Type::Record(_) | Type::Atomic(_)) => write!(before, "{ty} a{index}; "),
                (None, _) => write!(
                    before,
                    "extern {ty} __VERIFIER_nondet_{name}_{index}(void); {ty} a{index} = __VERIFIER_nondet_{name}_{index}(); "
                ),
            };
            arguments.push(format!("a{index}"));
        }
        let arguments = arguments.join(", ");
        let result = self.function(name).map(|function| self.signature(function).1);
        match result.map(|result| self.ty(result)) {
            Ok(Type::Void) | Err(_) => format!("{before}{name}({arguments});"),
            _ => format!(
                "{before}__typeof__(__builtin_raceproof_parameter({name}, -1)) result = {name}({arguments}); (void)result;"
            ),
        }
    }
}
