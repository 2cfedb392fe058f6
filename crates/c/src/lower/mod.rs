//! Lowering: the typed tree becomes a [`Program`].
//!
//! Functions and objects are lowered when something that is lowered refers to them, starting at `main`, so a
//! program holds only what it can use. Conventions that the machine's library shares:
//!
//! - A record is passed as the address of a copy that the callee owns, and returned through a hidden
//!   first parameter: the address of the result.
//! - Variable arguments stand in one object, each at the next multiple of 8 bytes (of 16 if it is aligned so)
//!   with its natural size; the address of that object, or null if there are none, is the last argument.
//! - A `va_list` holds in its first bytes the address of the next argument.
//!
//! What cannot be lowered is an [`Inst::Gap`](raceproof_ir::Inst::Gap) at its place, never left out.

mod assign;
mod atomic;
mod bits;
mod builder;
mod builtin;
mod call;
mod cancel;
mod condition;
pub(crate) mod convert;
mod errno;
mod expression;
mod fork;
mod function;
mod initialise;
mod interrupt;
mod layout;
mod place;
mod record;
mod region;
mod scope;
mod start;
mod statement;
mod stream_buffer;
#[cfg(test)]
mod tests;
mod tidy;
mod unknown;
mod variadic;

use std::collections::{BTreeSet, HashMap, VecDeque};

use raceproof_ir::sync_object::mutex;
use raceproof_ir::{
    Address, BlockId, DataModel, FuncId, Function, Global, GlobalId, Kind, Operand, Origin, Program,
    Register, Relocation, Span,
};

use crate::hir;
use crate::library::{self, KnownObject};
pub(crate) use function::FunctionLowering;
pub(crate) use layout::Layout;
use layout::ShapeTable;
use raceproof_source::{Traits, Unknown};
pub(crate) use unknown::SYSTEM_CALL;

/// What became of a linked program.
pub struct Lowered {
    /// The program.
    pub program: Program,
    /// What each global became; one that nothing uses became nothing.
    pub places: Vec<Option<GlobalId>>,
    /// What is used and nobody defines.
    pub unknown: Vec<Unknown>,
    /// Functions that one expression calls in an order that C leaves open.
    pub unsequenced: BTreeSet<(FuncId, FuncId)>,
    /// What its types let the program do.
    pub traits: Traits,
}

/// Lowers a linked program. Without `main`, every function that has a body is lowered and there is no entry.
pub fn lower(unit: &hir::Unit, model: DataModel, files: Vec<String>) -> Lowered {
    let mut lowering = ProgramLowering::new(unit, model, files.clone(), false);
    lowering.lower_all();
    if errno::is_missing(&lowering) {
        lowering = ProgramLowering::new(unit, model, files, true);
        lowering.lower_all();
    }
    let mut program = lowering.program;
    program.shapes = lowering.shapes.shapes;
    interrupt::settle(&mut program);
    stream_buffer::settle(&mut program);
    if lowering.handles_forks {
        fork::stop(&mut program);
    }
    Lowered {
        program,
        places: lowering.globals,
        unknown: lowering.unknown,
        unsequenced: lowering.unsequenced,
        traits: lowering.traits,
    }
}

/// How many bytes an object has that nobody defines and whose length nobody says. An access beyond is told.
const UNKNOWN_LENGTH: u64 = 1 << 16;

/// How many names of names are followed; a program in which names stand for each other has no more sense.
const MAX_ALIASES: usize = 64;

/// A distance of two labels in an initial value.
struct LabelDifference {
    global: GlobalId,
    at: usize,
    size: usize,
    labels: [(hir::FuncId, hir::LabelId); 2],
}

/// The state of lowering a program.
pub(crate) struct ProgramLowering<'a> {
    pub unit: &'a hir::Unit,
    pub layout: Layout<'a>,
    pub program: Program,
    shapes: ShapeTable,
    /// What each function became.
    functions: Vec<Option<FuncId>>,
    /// For library functions that are modelled by instructions: the function that stands for one whose
    /// address is taken.
    wrappers: Vec<Option<FuncId>>,
    globals: Vec<Option<GlobalId>>,
    /// Functions whose bodies are still to be lowered.
    queue: VecDeque<hir::FuncId>,
    /// Where the labels went whose address is taken.
    labels: HashMap<(hir::FuncId, hir::LabelId), BlockId>,
    /// Label addresses in initial values: the global, the offset, the label.
    label_relocations: Vec<(GlobalId, u64, hir::FuncId, hir::LabelId)>,
    /// Distances of labels in initial values.
    label_differences: Vec<LabelDifference>,
    /// Constant objects made for the bytes of initialisers.
    byte_strings: HashMap<Vec<u8>, GlobalId>,
    /// How many regions each function has so far.
    regions: HashMap<String, u32>,
    /// What is used and nobody defines.
    unknown: Vec<Unknown>,
    /// The functions that calls were made of so far.
    called: Vec<FuncId>,
    /// Functions that one expression calls in an order that C leaves open.
    unsequenced: BTreeSet<(FuncId, FuncId)>,
    /// Whether threads can be canceled.
    pub cancels: bool,
    /// Whether there are functions that `fork` calls.
    pub handles_forks: bool,
    errno: errno::Use,
    traits: Traits,
}

impl<'a> ProgramLowering<'a> {
    fn new(
        unit: &'a hir::Unit,
        model: DataModel,
        files: Vec<String>,
        sets_errno: bool,
    ) -> ProgramLowering<'a> {
        ProgramLowering {
            unit,
            layout: Layout {
                types: &unit.types,
                model,
            },
            program: Program {
                model,
                files,
                ..Program::default()
            },
            shapes: ShapeTable::default(),
            functions: vec![None; unit.functions.len()],
            wrappers: vec![None; unit.functions.len()],
            globals: vec![None; unit.globals.len()],
            queue: VecDeque::new(),
            labels: HashMap::new(),
            label_relocations: Vec::new(),
            label_differences: Vec::new(),
            byte_strings: HashMap::new(),
            regions: HashMap::new(),
            unknown: Vec::new(),
            called: Vec::new(),
            unsequenced: BTreeSet::new(),
            handles_forks: false,
            cancels: unit
                .functions
                .iter()
                .any(|f| f.body.is_some() && f.name == cancel::POINT),
            errno: errno::Use::new(sets_errno),
            traits: Traits::default(),
        }
    }

    fn lower_queue(&mut self) {
        while let Some(id) = self.queue.pop_front() {
            self.lower_function(id);
        }
    }

    fn lower_all(&mut self) {
        let unit = self.unit;
        match self.find_function("main", true) {
            Some(main) => self.program.entry = Some(self.start(main)),
            None => {
                for (index, function) in unit.functions.iter().enumerate() {
                    if function.body.is_some() {
                        self.function(hir::FuncId(index as u32));
                    }
                }
            }
        }
        self.lower_queue();
        self.end_with_tasks();
        self.keep_on_device();
        for difference in std::mem::take(&mut self.label_differences) {
            if let [Some(a), Some(b)] = difference.labels.map(|label| self.labels.get(&label)) {
                // The address of a label is the number of its block.
                let distance = i128::from(a.0) - i128::from(b.0);
                let bytes = &mut self.program.globals[difference.global.0 as usize].bytes;
                let (start, end) = (difference.at, difference.at + difference.size);
                bytes.resize(bytes.len().max(end), 0);
                bytes[start..end].copy_from_slice(&distance.to_le_bytes()[..difference.size]);
            }
        }
        for (global, at, function, label) in std::mem::take(&mut self.label_relocations) {
            if let Some(block) = self.labels.get(&(function, label)).copied() {
                let target = Address::Label(self.function(function), block);
                self.program.globals[global.0 as usize]
                    .relocations
                    .push(Relocation { at, target });
            }
        }
    }

    /// The function that a name stands for in the end.
    pub fn unaliased(&self, mut id: hir::FuncId) -> hir::FuncId {
        for _ in 0..MAX_ALIASES {
            match self.unit.functions[id.0 as usize].alias {
                Some(target) => id = target,
                None => break,
            }
        }
        id
    }

    /// The object that a name stands for in the end.
    fn unaliased_global(&self, mut id: hir::GlobalId) -> hir::GlobalId {
        for _ in 0..MAX_ALIASES {
            match self.unit.globals[id.0 as usize].alias {
                Some(target) => id = target,
                None => break,
            }
        }
        id
    }

    /// Whether an object is nowhere and may be, so that its address is null.
    pub fn is_absent(&self, id: hir::GlobalId) -> bool {
        let source = &self.unit.globals[self.unaliased_global(id).0 as usize];
        let is_known =
            library::known_object(&source.name).is_some() || library::location_of(&source.name).is_some();
        source.weak && !source.defined && !is_known
    }

    /// What a function became; it is lowered later if it has a body.
    pub fn function(&mut self, id: hir::FuncId) -> FuncId {
        let id = self.unaliased(id);
        if let Some(done) = self.functions[id.0 as usize] {
            return done;
        }
        let source = &self.unit.functions[id.0 as usize];
        let mut function = Function {
            name: source.name.clone(),
            origin: source.origin,
            role: source.role,
            span: source.span,
            ..Function::default()
        };
        if let Some(signature) = self.layout.signature(source.ty) {
            let hidden = self.layout.is_record(signature.result);
            let kinds = signature.params.iter().map(|&p| self.layout.scalar(p));
            let kinds = hidden.then_some(Kind::Ptr).into_iter().chain(kinds);
            set_params(&mut function, kinds, signature.variadic);
            function.result = self.layout.kind(signature.result);
        }
        let new = self.add_function(function);
        self.functions[id.0 as usize] = Some(new);
        if source.body.is_some() {
            self.queue.push_back(id);
        }
        new
    }

    /// The address of a function as a value.
    pub fn function_address(&mut self, id: hir::FuncId) -> Operand {
        let id = self.unaliased(id);
        let source = &self.unit.functions[id.0 as usize];
        // Whoever calls it by its address may look at what it gives.
        let model = library::model(source).filter(|_| !library::is_refusable(&source.name));
        if source.weak && source.body.is_none() && model.is_none() {
            return Operand::Const(Kind::Ptr, 0);
        }
        let function = match model {
            Some(model) => match self.wrappers[id.0 as usize] {
                Some(done) => done,
                None => {
                    let wrapper = self.lower_wrapper(id, model);
                    self.wrappers[id.0 as usize] = Some(wrapper);
                    wrapper
                }
            },
            None if self.is_unknown(id) => match self.wrappers[id.0 as usize] {
                Some(done) => done,
                None => {
                    let stand_in = self.unknown_function(id).unwrap_or_else(|| self.function(id));
                    self.wrappers[id.0 as usize] = Some(stand_in);
                    stand_in
                }
            },
            None => self.function(id),
        };
        Operand::Address(Address::Function(function))
    }

    /// A function is called.
    fn note_call(&mut self, f: FuncId) {
        self.called.push(f);
    }

    /// How many calls were made so far.
    fn calls(&self) -> usize {
        self.called.len()
    }

    /// The calls from the first place to the second one, and those since, come in an order that C leaves
    /// open.
    fn note_unsequenced(&mut self, start: usize, middle: usize) {
        if start == middle || middle == self.called.len() {
            return;
        }
        for &a in &self.called[start..middle] {
            self.unsequenced
                .extend(self.called[middle..].iter().map(|&b| (a.min(b), a.max(b))));
        }
    }

    /// A function by its name, if the program has or declares one.
    pub fn find_function(&self, name: &str, with_body: bool) -> Option<hir::FuncId> {
        let functions = &self.unit.functions;
        let matches = |f: &hir::Function| f.name == name && (!with_body || f.body.is_some());
        let index = functions.iter().position(matches)?;
        Some(hir::FuncId(index as u32))
    }

    /// Whether nothing is known of a function: nobody defines it, and it is none of the library.
    pub fn is_unknown(&self, id: hir::FuncId) -> bool {
        let source = &self.unit.functions[id.0 as usize];
        let is_ours = source.name.starts_with("__raceproof_");
        // One that may be missing is never called where it is.
        let is_needed = source.body.is_none() && !source.weak;
        is_needed && !is_ours && raceproof_library::find(&source.name).is_none()
    }

    /// A function of the library that the program need not declare.
    pub fn library_function(&mut self, name: &str, params: &[Kind]) -> FuncId {
        let known = self.program.functions.iter();
        if let Some(known) = known.clone().position(|f| f.name == name && f.blocks.is_empty()) {
            return FuncId(known as u32);
        }
        let mut function = Function {
            name: name.to_owned(),
            ..Function::default()
        };
        set_params(&mut function, params.iter().copied(), false);
        self.add_function(function)
    }

    /// A function of the library gives a result.
    pub fn set_result(&mut self, id: FuncId, kind: Kind) {
        self.program.functions[id.0 as usize].result = Some(kind);
    }

    /// A function of the library that gives an address.
    pub fn location_function(&mut self, name: &str) -> FuncId {
        let id = self.library_function(name, &[]);
        self.program.functions[id.0 as usize].result = Some(Kind::Ptr);
        id
    }

    /// Notes a function that nobody defines.
    pub fn note_unknown(&mut self, id: hir::FuncId) {
        let source = &self.unit.functions[id.0 as usize];
        if self.unknown.iter().all(|known| known.name != source.name) {
            self.unknown.push(Unknown {
                name: source.name.clone(),
                object: None,
                span: source.span,
            });
        }
    }

    fn add_function(&mut self, function: Function) -> FuncId {
        self.program.functions.push(function);
        FuncId(self.program.functions.len() as u32 - 1)
    }

    /// What a global became.
    pub fn global(&mut self, id: hir::GlobalId) -> GlobalId {
        let id = self.unaliased_global(id);
        if let Some(done) = self.globals[id.0 as usize] {
            return done;
        }
        let source = &self.unit.globals[id.0 as usize];
        let shape = self.shapes.of(self.layout, source.ty);
        let new = self.add_global(Global {
            name: source.name.clone(),
            size: source.size,
            align: u32::try_from(source.align).unwrap_or(1).max(1),
            bytes: source.bytes.clone(),
            relocations: Vec::new(),
            constant: source.constant,
            thread_local: source.thread_local,
            shape: Some(shape),
            origin: source.origin,
            role: source.role,
            span: source.span,
        });
        if !source.defined {
            self.library_object(new, source);
        }
        // Known before its initial value is looked at, which may name the object itself.
        self.globals[id.0 as usize] = Some(new);
        for &(at, target) in &source.relocations {
            let target = match target {
                hir::StaticAddress::Global(other, _) if self.is_absent(other) => continue,
                hir::StaticAddress::Global(other, offset) => Address::Global(self.global(other), offset),
                hir::StaticAddress::Function(function) => match self.function_address(function) {
                    Operand::Address(address) => address,
                    _ => continue,
                },
                hir::StaticAddress::Label(function, label) => {
                    self.function(function);
                    self.label_relocations.push((new, at, function, label));
                    continue;
                }
                hir::StaticAddress::LabelDifference(function, a, b, size) => {
                    self.function(function);
                    self.label_differences.push(LabelDifference {
                        global: new,
                        at: at as usize,
                        size: size.into(),
                        labels: [(function, a), (function, b)],
                    });
                    continue;
                }
            };
            self.program.globals[new.0 as usize]
                .relocations
                .push(Relocation { at, target });
        }
        new
    }

    /// Gives an object that the program only declares the value that the library gives it.
    fn library_object(&mut self, id: GlobalId, source: &hir::Global) {
        let pointer_size = u64::from(self.layout.model.pointer_size());
        let pointee = |lowering: &mut Self, name: &str, size: u64, bytes: Vec<u8>| {
            let target = lowering.add_global(Global {
                name: name.to_owned(),
                size,
                align: 8,
                bytes,
                relocations: Vec::new(),
                constant: false,
                thread_local: false,
                shape: None,
                origin: Origin::Program,
                role: None,
                span: source.span,
            });
            let target = Address::Global(target, 0);
            let global = &mut lowering.program.globals[id.0 as usize];
            if source.size >= pointer_size {
                global.relocations.push(Relocation { at: 0, target });
            }
        };
        match library::known_object(&source.name) {
            Some(KnownObject::Stream(name)) => pointee(self, name, 24, self.recursive_mutex()),
            Some(KnownObject::Texts(text)) => {
                let mut bytes = text.as_bytes().to_vec();
                bytes.push(0);
                let target = Address::Global(self.byte_string(&bytes, source.span), 0);
                let places = (0..source.size / pointer_size).map(|place| place * pointer_size);
                let relocations = places.map(|at| Relocation { at, target });
                self.program.globals[id.0 as usize]
                    .relocations
                    .extend(relocations);
            }
            Some(KnownObject::Int(value)) => {
                self.program.globals[id.0 as usize].bytes = vec![value];
            }
            None => {
                // What it holds, and of an array of unknown length how many, is up to whoever defines it.
                let global = &mut self.program.globals[id.0 as usize];
                global.constant = false;
                if global.size == 0 {
                    global.size = UNKNOWN_LENGTH;
                    global.shape = None;
                }
                self.unknown.push(Unknown {
                    name: source.name.clone(),
                    object: Some(id),
                    span: source.span,
                });
            }
        }
    }

    /// The bytes of a fresh mutex that its holder may lock again.
    fn recursive_mutex(&self) -> Vec<u8> {
        let mut bytes = vec![0; mutex::kind_at(self.layout.model) as usize];
        bytes.extend(mutex::RECURSIVE.to_le_bytes());
        bytes
    }

    /// A constant object that holds these bytes.
    pub fn byte_string(&mut self, bytes: &[u8], span: Span) -> GlobalId {
        if let Some(&done) = self.byte_strings.get(bytes) {
            return done;
        }
        let new = self.add_global(Global {
            name: String::new(),
            size: bytes.len() as u64,
            align: 1,
            bytes: bytes.to_vec(),
            relocations: Vec::new(),
            constant: true,
            thread_local: false,
            shape: None,
            origin: Origin::Program,
            role: None,
            span,
        });
        self.byte_strings.insert(bytes.to_vec(), new);
        new
    }

    fn add_global(&mut self, global: Global) -> GlobalId {
        self.program.globals.push(global);
        GlobalId(self.program.globals.len() as u32 - 1)
    }
}

/// Gives a function its parameters.
fn set_params(function: &mut Function, kinds: impl IntoIterator<Item = Kind>, variadic: bool) {
    function.registers = kinds
        .into_iter()
        .map(|kind| Register {
            kind,
            name: String::new(),
        })
        .collect();
    function.params = function.registers.len() as u32;
    function.variadic = variadic;
    if variadic {
        function.add_register(Kind::Ptr, "");
    }
}
