//! Finds what the text declares, so that names may be used before their declaration.
//!
//! Headers of functions are read here, because a call needs the kinds of its callee's parameters.

use super::ParseError;
use super::cursor::{Cursor, Read, fail};
use super::lex::{Key, Line, Token};
use crate::{
    BlockId, Construct, DataModel, FuncId, Function, GlobalId, Kind, Origin, Program, Reg, Register, Role,
    Runtime, ShapeId, Span,
};
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// What a name after `@` stands for.
#[derive(Clone, Copy)]
pub(super) enum Symbol {
    Global(GlobalId),
    Function(FuncId),
}

/// The program as far as it has been read, and what its names mean.
pub(super) struct Reader {
    pub program: Program,
    /// Whether only `!` gives positions.
    pub explicit: bool,
    pub symbols: HashMap<Key, Symbol>,
    pub shapes: HashMap<Key, ShapeId>,
    /// Labels of each function.
    pub labels: Vec<HashMap<String, BlockId>>,
    /// Bodies of constructs, and the functions that the text says they belong to.
    bodies: Vec<(FuncId, Construct, Key, Span)>,
    pub errors: Vec<ParseError>,
}

/// The lines of the text by what they declare.
#[derive(Default)]
pub(super) struct Declared<'l, 'a> {
    pub shapes: Vec<&'l Line<'a>>,
    pub globals: Vec<&'l Line<'a>>,
    pub bodies: Vec<Body<'l, 'a>>,
    pub entries: Vec<&'l Line<'a>>,
}

/// The lines between the braces of a function, in the order of the program's functions.
pub(super) struct Body<'l, 'a> {
    pub lines: &'l [Line<'a>],
    /// Names of the parameters.
    pub registers: HashMap<Key, Reg>,
}

pub(super) const TOP: &str =
    "at the top level there are `model`, `spans`, `file`, `shape`, `global`, `func` and `entry`";

pub(super) const ROLES: &str = "`Role` and `ObjectRole` list them";

const ORIGINS: &str = "write `openmp`, `cilk`, `task`, `library`, or `CONSTRUCT of @function`";

/// An origin that is one word.
pub(super) fn origin(word: &str, span: Span) -> Read<Origin> {
    match (word, Runtime::from_name(word)) {
        ("program", _) => Ok(Origin::Program),
        ("library", _) => Ok(Origin::Library),
        (_, Some(runtime)) => Ok(Origin::Runtime(runtime)),
        _ => fail(span, format!("`{word}` is no origin"), ORIGINS),
    }
}

/// Whether a line can only be at the top level. A label such as `entry:` is not.
fn is_top(line: &Line<'_>) -> bool {
    let cursor = Cursor::new(line);
    cursor.label().is_none()
        && matches!(
            cursor.peek(),
            Some(Token::Word(
                "model" | "spans" | "file" | "shape" | "global" | "thread_local" | "func" | "entry"
            ))
        )
}

fn closes(line: &Line<'_>) -> bool {
    Cursor::new(line).peek() == Some(&Token::Mark('}'))
}

/// Reads everything but the contents of shapes, globals and bodies.
pub(super) fn declare<'l, 'a>(
    name: &str,
    lines: &'l [Line<'a>],
    errors: Vec<ParseError>,
) -> (Reader, Declared<'l, 'a>) {
    let mut reader = Reader {
        program: Program::default(),
        explicit: false,
        symbols: HashMap::new(),
        shapes: HashMap::new(),
        labels: Vec::new(),
        bodies: Vec::new(),
        errors,
    };
    let mut declared = Declared::default();
    let mut rest = lines;
    while let Some((line, after)) = rest.split_first() {
        rest = after;
        if let Err(error) = reader.top(line, &mut rest, &mut declared)
            && !line.bad
        {
            reader.errors.push(error);
        }
    }
    reader.place_regions();
    if !reader.explicit {
        reader.program.files.insert(0, name.to_string());
    }
    (reader, declared)
}

impl Reader {
    /// Reads one line of the top level; takes the body of a function from `rest`.
    fn top<'l, 'a>(
        &mut self,
        line: &'l Line<'a>,
        rest: &mut &'l [Line<'a>],
        declared: &mut Declared<'l, 'a>,
    ) -> Read<()> {
        let mut cursor = Cursor::new(line);
        match cursor.word("a declaration", TOP)? {
            "model" => {
                let span = cursor.span();
                let name = cursor.word("a data model", "write `lp64` or `ilp32`")?;
                match DataModel::from_name(name) {
                    Some(model) => self.program.model = model,
                    None => {
                        return fail(
                            span,
                            format!("`{name}` is no data model"),
                            "write `lp64` or `ilp32`",
                        );
                    }
                }
                cursor.end()
            }
            "spans" => {
                cursor.keyword("explicit", "the only choice is `spans explicit`")?;
                self.explicit = true;
                cursor.end()
            }
            "file" => {
                self.program.files.push(cursor.string("the name of a file")?);
                cursor.end()
            }
            "shape" => {
                let (key, span) = cursor.name('#', "a shape")?;
                let id = ShapeId(declared.shapes.len() as u32);
                if self.shapes.insert(key.clone(), id).is_some() {
                    return twice(span, '#', key);
                }
                declared.shapes.push(line);
                Ok(())
            }
            "entry" => {
                declared.entries.push(line);
                Ok(())
            }
            "thread_local" => {
                cursor.keyword("global", "write `thread_local global @name: …`")?;
                self.global_name(cursor, line, declared)
            }
            "global" => self.global_name(cursor, line, declared),
            "func" => self.header(cursor, line, rest, declared),
            word => fail(
                line.tokens[0].span,
                format!("`{word}` begins no declaration"),
                TOP,
            ),
        }
    }

    fn global_name<'l, 'a>(
        &mut self,
        mut cursor: Cursor<'l, 'a>,
        line: &'l Line<'a>,
        declared: &mut Declared<'l, 'a>,
    ) -> Read<()> {
        let (key, span) = cursor.name('@', "a global")?;
        let id = GlobalId(declared.globals.len() as u32);
        self.symbol(key, span, Symbol::Global(id))?;
        declared.globals.push(line);
        Ok(())
    }

    fn symbol(&mut self, key: &Key, span: Span, symbol: Symbol) -> Read<()> {
        match self.symbols.entry(key.clone()) {
            Entry::Vacant(entry) => {
                entry.insert(symbol);
                Ok(())
            }
            Entry::Occupied(_) => twice(span, '@', key),
        }
    }

    /// Reads `func @name(…) -> kind !span {`. The body is taken from `rest` even if the header is bad.
    fn header<'l, 'a>(
        &mut self,
        cursor: Cursor<'l, 'a>,
        line: &'l Line<'a>,
        rest: &mut &'l [Line<'a>],
        declared: &mut Declared<'l, 'a>,
    ) -> Read<()> {
        let mut body: &'l [Line<'a>] = &[];
        if line.tokens.last().map(|t| &t.token) == Some(&Token::Mark('{')) || line.bad {
            let end = rest.iter().position(|l| closes(l) || is_top(l));
            let end = end.unwrap_or(rest.len());
            let (inside, after) = rest.split_at(end);
            body = inside;
            match after.split_first() {
                Some((last, after)) if closes(last) => {
                    *rest = after;
                    let mut cursor = Cursor::new(last);
                    cursor.step();
                    if let Err(error) = cursor.end() {
                        self.errors.push(error);
                    }
                }
                _ => {
                    *rest = after;
                    if !line.bad {
                        self.errors.push(ParseError {
                            span: cursor.row(),
                            message: "the body of this function is not closed".to_string(),
                            remedy: "end it with a line `}`".to_string(),
                        });
                    }
                }
            }
        }
        // A bad header leaves a function without a body, so that the numbers of the others stay right.
        let (read, (function, registers)) = match self.signature(cursor, declared.bodies.len()) {
            Ok(signature) => (Ok(()), signature),
            Err(error) => {
                body = &[];
                (Err(error), Default::default())
            }
        };
        self.program.functions.push(function);
        let labels = self.find_labels(body);
        self.labels.push(labels);
        declared.bodies.push(Body {
            lines: body,
            registers,
        });
        read
    }

    fn signature(&mut self, mut cursor: Cursor<'_, '_>, index: usize) -> Read<(Function, HashMap<Key, Reg>)> {
        const FORM: &str = "write `func @name(%a: i32, %b: ptr) -> i32 {`";
        let (key, span) = cursor.name('@', "a function")?;
        self.symbol(key, span, Symbol::Function(FuncId(index as u32)))?;
        let mut function = Function {
            name: key.name.clone(),
            ..Function::default()
        };
        let mut registers = HashMap::new();
        cursor.mark('(', FORM)?;
        cursor.list(')', |cursor| {
            if function.variadic {
                return cursor.fail(
                    "a parameter follows the variable arguments",
                    "make `...` the last one",
                );
            }
            if cursor.peek() == Some(&Token::Dots) {
                cursor.step();
                function.variadic = true;
            }
            let mut register = Register {
                kind: Kind::Ptr,
                name: String::new(),
            };
            if let Some(Token::Name('%', _)) = cursor.peek() {
                let (key, span) = cursor.name('%', "a parameter")?;
                let reg = Reg(function.registers.len() as u32);
                if registers.insert(key.clone(), reg).is_some() {
                    return twice(span, '%', key);
                }
                register.name = key.name.clone();
                if cursor.take_mark(':') {
                    register.kind = cursor.kind()?;
                } else if !function.variadic {
                    return cursor.wanted("`:` and the kind of the parameter", FORM);
                }
            } else if !function.variadic {
                register.kind = cursor.kind()?;
            }
            function.registers.push(register);
            Ok(())
        })?;
        function.params = function.registers.len() as u32 - u32::from(function.variadic);
        if cursor.take_mark('>') {
            function.result = Some(cursor.kind()?);
        }
        self.facts(&mut cursor, FuncId(index as u32), &mut function)?;
        function.span = self.place(&mut cursor)?;
        cursor.take_mark('{');
        cursor.end()?;
        Ok((function, registers))
    }

    /// `role R` and `origin O`, in any order.
    fn facts(&mut self, cursor: &mut Cursor<'_, '_>, id: FuncId, function: &mut Function) -> Read<()> {
        loop {
            if cursor.take_word("role") {
                let span = cursor.span();
                let word = cursor.word("a role", ROLES)?;
                let Some(role) = Role::from_name(word) else {
                    return fail(span, format!("`{word}` is no role of a function"), ROLES);
                };
                function.role = Some(role);
            } else if cursor.take_word("origin") {
                let span = cursor.span();
                let word = cursor.word("an origin", ORIGINS)?;
                if !cursor.take_word("of") {
                    function.origin = origin(word, span)?;
                    continue;
                }
                let Some(construct) = Construct::from_name(word) else {
                    return fail(span, format!("`{word}` is no construct"), ORIGINS);
                };
                let (key, span) = cursor.name('@', "a function")?;
                self.bodies.push((id, construct, key.clone(), span));
            } else {
                return Ok(());
            }
        }
    }

    /// Finds the functions that bodies of constructs belong to, when all are known.
    fn place_regions(&mut self) {
        for (id, construct, key, span) in std::mem::take(&mut self.bodies) {
            match self.symbols.get(&key) {
                Some(Symbol::Function(of)) => {
                    let of = *of;
                    if let Some(function) = self.program.functions.get_mut(id.0 as usize) {
                        function.origin = Origin::Region { of, construct };
                    }
                }
                _ => self.errors.push(ParseError {
                    span,
                    message: "a construct stands in no such function".to_string(),
                    remedy: "name a function of this text".to_string(),
                }),
            }
        }
    }

    /// Numbers the blocks of a body: each label begins one, and so does code before the first label.
    fn find_labels(&mut self, body: &[Line<'_>]) -> HashMap<String, BlockId> {
        let mut labels = HashMap::new();
        let mut blocks = 0;
        for line in body {
            let cursor = Cursor::new(line);
            match (cursor.label(), cursor.peek()) {
                (Some(label), _) => {
                    if labels.insert(label.to_string(), BlockId(blocks)).is_some() {
                        self.errors.push(ParseError {
                            span: cursor.span(),
                            message: format!("the label `{label}` is there twice"),
                            remedy: "give each block of a function its own label".to_string(),
                        });
                    }
                    blocks += 1;
                }
                (None, Some(Token::Word("reg" | "slot"))) => {}
                (None, _) => blocks = blocks.max(1),
            }
        }
        labels
    }

    /// The position that ends a declaration or instruction, or its place in the text.
    pub fn place(&self, cursor: &mut Cursor<'_, '_>) -> Read<Span> {
        Ok(match cursor.source()? {
            Some(span) => span,
            None if self.explicit => Span::NONE,
            None => cursor.row(),
        })
    }

    /// The entry is what `entry` says, else the function called `main`.
    pub fn entry(&mut self, declared: &Declared<'_, '_>) {
        self.program.entry = self.program.find_function("main");
        for line in &declared.entries {
            match self.entry_line(Cursor::new(line)) {
                Ok(entry) => self.program.entry = entry,
                Err(_) if line.bad => {}
                Err(error) => self.errors.push(error),
            }
        }
    }

    fn entry_line(&self, mut cursor: Cursor<'_, '_>) -> Read<Option<FuncId>> {
        cursor.step();
        if cursor.take_word("none") {
            cursor.end()?;
            return Ok(None);
        }
        let (key, span) = cursor.name('@', "a function or `none`")?;
        match self.symbols.get(key) {
            Some(Symbol::Function(id)) => {
                cursor.end()?;
                Ok(Some(*id))
            }
            _ => fail(span, "the entry is no function", "name a function of this text"),
        }
    }
}

pub(super) fn twice<T>(span: Span, sign: char, key: &Key) -> Read<T> {
    let number = key.number.map(|n| n.to_string()).unwrap_or_default();
    let dot = if key.name.is_empty() || number.is_empty() {
        ""
    } else {
        "."
    };
    fail(
        span,
        format!("`{sign}{}{dot}{number}` is declared twice", key.name),
        format!("rename one, or number them apart: `{sign}name.1`, `{sign}name.2`"),
    )
}
