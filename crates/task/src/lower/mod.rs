//! From the tree to the IR, with the checks of names and types on the way.
//!
//! Every procedure and every body of a task becomes a function. Its first parameter is the region of the
//! innermost `finish` around the code that runs: tasks of `async` go there, and `finish` awaits it. Regions
//! of finishes are numbered by depth, above all declared ones; that is enough, because a region belongs to
//! the task that owns its tasks, and what a joined task leaves unjoined is inherited under the same number
//! (figures 6 and 7 of the paper show the lowering for two finishes).
//!
//! Isolated blocks are recursive mutexes ([`isolated`]). Local variables are registers, so a task makes no
//! objects.

mod builder;
mod expression;
mod isolated;
mod phaser;
mod statement;
mod task;

use crate::Error;
use crate::ast::{Block, Handler, Item, Type, What};
use crate::declare::{Constant, Declared};
use crate::mention::{places, statements};
use builder::Builder;
use isolated::Isolation;
use phaser::Phasers;
use raceproof_ir::{
    BlockId, FuncId, Function, Global, GlobalId, Kind, Operand, Origin, Program, Reg, Shape, ShapeId, Span,
};
use std::collections::{BTreeMap, HashMap};

/// The region of a finish that no other is around; deeper ones follow.
const FINISH: u64 = 1 << 32;

/// A return value handler of the program.
struct Handled<'a> {
    tag: u64,
    /// Name of the region that its task is posted into.
    region: &'a str,
    handler: &'a Handler,
    /// The type of the value.
    ty: Type,
    /// End of the body in which it is posted.
    home: Span,
    /// Whether it uses variables of that body.
    is_local: bool,
}

/// What is the same for the whole program.
struct Context<'a> {
    /// The text of the program.
    text: &'a str,
    declared: Declared<'a>,
    program: Program,
    handlers: Vec<Handled<'a>>,
    /// By the place of the post.
    tags: BTreeMap<Span, usize>,
    isolation: Isolation,
    phasers: Phasers,
    /// Library functions that are called, by name.
    library: HashMap<&'static str, FuncId>,
    errors: &'a mut Vec<Error>,
}

/// The kind of a type's values.
fn kind(ty: Type) -> Kind {
    match ty {
        Type::Int | Type::Future => Kind::I64,
        Type::Bool => Kind::I32,
        Type::Real => Kind::F64,
    }
}

fn int(n: i64) -> Operand {
    Operand::Const(Kind::I64, u128::from(n.cast_unsigned()))
}

/// Bytes in memory.
fn size(ty: Type) -> u64 {
    u64::from(kind(ty).size(raceproof_ir::DataModel::Lp64))
}

/// Lowers a program. If there are errors, what comes out is of no use.
pub fn lower<'a>(
    name: &str,
    text: &'a str,
    items: &'a [Item],
    declared: Declared<'a>,
    errors: &'a mut Vec<Error>,
) -> Program {
    let mut program = Program {
        files: vec![name.to_owned()],
        ..Program::default()
    };
    globals(&mut program, &declared);
    let isolation = Isolation::declare(items, &declared, &mut program, errors);
    for proc in &declared.procs {
        program.functions.push(Function {
            name: proc.name.text.clone(),
            span: proc.name.span,
            result: proc.result.map(kind),
            ..Function::default()
        });
    }
    let phasers = Phasers::declare(&declared.phasers, &mut program);
    let (handlers, tags) = handlers(items, &declared);
    let mut context = Context {
        text,
        declared,
        program,
        handlers,
        tags,
        isolation,
        phasers,
        library: HashMap::new(),
        errors,
    };
    for i in 0..context.declared.procs.len() {
        procedure(&mut context, i);
    }
    start(&mut context);
    context.program
}

fn globals(program: &mut Program, declared: &Declared) {
    for shared in &declared.shared {
        let element = size(shared.ty);
        let mut shape = ShapeId(program.shapes.len() as u32);
        program.shapes.push(Shape::Scalar { size: element });
        let mut total = element;
        for &length in shared.lengths.iter().rev() {
            program.shapes.push(Shape::Array {
                element: shape,
                stride: total,
                length,
            });
            shape = ShapeId(program.shapes.len() as u32 - 1);
            total *= length;
        }
        let value = match shared.init {
            None => Vec::new(),
            Some(Constant::Int(0)) | Some(Constant::Bool(false)) => Vec::new(),
            Some(Constant::Int(n)) => n.to_le_bytes().to_vec(),
            Some(Constant::Bool(b)) => i32::from(b).to_le_bytes().to_vec(),
            Some(Constant::Real(x)) => x.to_le_bytes().to_vec(),
        };
        program.globals.push(Global {
            name: shared.name.text.clone(),
            size: total,
            align: 8,
            bytes: match value.is_empty() {
                true => value,
                false => value.repeat((total / element) as usize),
            },
            relocations: Vec::new(),
            constant: false,
            thread_local: false,
            shape: Some(shape),
            origin: Origin::Program,
            role: None,
            span: shared.name.span,
        });
    }
}

/// All return value handlers, with tags from 1.
fn handlers<'a>(items: &'a [Item], declared: &Declared) -> (Vec<Handled<'a>>, BTreeMap<Span, usize>) {
    let (mut list, mut tags) = (Vec::new(), BTreeMap::new());
    for item in items {
        let Item::Proc(proc) = item else { continue };
        statements(&proc.body, &proc.body, &mut |statement, home| {
            let What::Post(post) = &statement.what else { return };
            let Some(handler) = &post.handler else { return };
            let mut is_local = false;
            places(&handler.body, &mut |place, _| {
                let name = &place.name.text;
                is_local |= *name != handler.param.text
                    && !declared.variables.contains_key(name)
                    && !declared.constants.contains_key(name)
                    && !is_declared_in(&handler.body, name);
            });
            let target = declared.by_name.get(&post.proc.text).map(|i| declared.procs[*i]);
            tags.insert(statement.span, list.len());
            list.push(Handled {
                tag: list.len() as u64 + 1,
                region: &post.region.name.text,
                handler,
                ty: target.and_then(|p| p.result).unwrap_or(Type::Int),
                home: home.end,
                is_local,
            });
        });
    }
    (list, tags)
}

fn is_declared_in(block: &Block, name: &str) -> bool {
    let mut found = false;
    statements(block, block, &mut |statement, _| match &statement.what {
        What::Local(local, ..) => found |= local.text == name,
        What::For(head, _) => found |= head.name.text == name,
        _ => {}
    });
    found
}

fn procedure(context: &mut Context<'_>, index: usize) {
    let proc = context.declared.procs[index];
    let function = context.program.functions[index].clone();
    let mut builder = Builder::new(context, FuncId(index as u32), function, &proc.body);
    for (name, ty) in &proc.params {
        builder.parameter(name, *ty);
    }
    builder.result = proc.result;
    builder.body(&proc.body);
    let function = builder.finish(proc.body.end);
    context.program.functions[index] = function;
}

/// The function that the first thread runs: calls `main`, then joins whatever is left.
fn start(context: &mut Context<'_>) {
    let Some(&main) = context.declared.by_name.get("main") else {
        let remedy = "a program starts in `proc main() { … }`";
        context.errors.push(Error::new(
            Span {
                line: 1,
                column: 1,
                ..Span::NONE
            },
            "there is no procedure `main`",
            remedy,
        ));
        return;
    };
    let proc = context.declared.procs[main];
    if let Some((name, _)) = proc.params.first() {
        let remedy = "declare what it needs with `const` or `var`";
        context
            .errors
            .push(Error::new(name.span, "`main` has parameters", remedy));
    }
    let function = Function {
        name: "start".to_owned(),
        result: Some(Kind::I32),
        span: proc.name.span,
        ..Function::default()
    };
    let mut builder = Builder::start(context, FuncId(main as u32), function, &proc.body);
    let span = proc.body.end;
    builder.emit(
        raceproof_ir::Inst::Call {
            dst: None,
            callee: raceproof_ir::Callee::Function(FuncId(main as u32)),
            args: vec![int(FINISH as i64)],
        },
        proc.name.span,
    );
    builder.await_region(int(-1), span);
    let zero = Operand::Const(Kind::I32, 0);
    let function = builder.end_with(zero, span);
    context.program.entry = Some(FuncId(context.program.functions.len() as u32));
    context.program.functions.push(function);
}

/// A local variable.
#[derive(Clone, Copy)]
struct Local {
    reg: Reg,
    ty: Type,
    /// It is the task's copy of a variable of the task that created it.
    is_copy: bool,
}

/// What must be done before leaving a block.
#[derive(Clone)]
enum Cleanup {
    /// Gives these mutexes back, the last one first.
    Unlock(Vec<Operand>),
    /// Gives the mutexes of all isolated blocks back.
    UnlockAll,
    /// Is no longer registered with this phaser.
    Drop(GlobalId),
    Await(Operand),
}

/// The entry block.
const ENTRY: BlockId = BlockId(0);
