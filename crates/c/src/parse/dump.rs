//! The syntax tree as S-expressions, for tests.

use crate::ast::*;

/// Writes one item per line.
pub fn dump(unit: &TranslationUnit, interner: &Interner) -> String {
    let dumper = Dumper { interner };
    let mut out = String::new();
    for item in &unit.items {
        out.push_str(&dumper.external(item));
        out.push('\n');
    }
    out
}

pub(super) struct Dumper<'a> {
    pub(super) interner: &'a Interner,
}

pub(super) fn list(head: &str, parts: impl IntoIterator<Item = String>) -> String {
    let mut out = format!("({head}");
    for part in parts.into_iter().filter(|part| !part.is_empty()) {
        out.push(' ');
        out.push_str(&part);
    }
    out.push(')');
    out
}

fn bytes(bytes: &[u8]) -> String {
    format!("\"{}\"", bytes.escape_ascii())
}

impl Dumper<'_> {
    pub(super) fn name(&self, symbol: Symbol) -> String {
        self.interner.name(symbol).to_owned()
    }

    fn external(&self, item: &ExternalDecl) -> String {
        match item {
            ExternalDecl::Function(function) => {
                let old = function.old_style_params.iter().map(|d| self.declaration(d));
                let head = self.declared(&function.specifiers, &function.declarator);
                list(
                    "function",
                    [head].into_iter().chain(old).chain([self.block(&function.body)]),
                )
            }
            ExternalDecl::Declaration(declaration) => self.declaration(declaration),
            ExternalDecl::StaticAssert(assertion) => self.static_assert(assertion),
            ExternalDecl::Asm(asm) => self.asm(asm),
            ExternalDecl::Pragma(pragma) => self.pragma(pragma),
            ExternalDecl::OpenMp(directive) => self.directive(directive),
        }
    }

    fn static_assert(&self, assertion: &StaticAssert) -> String {
        let message = assertion
            .message
            .as_ref()
            .map_or(String::new(), |m| self.string(m));
        list("static-assert", [self.expr(&assertion.condition), message])
    }

    fn declaration(&self, declaration: &Declaration) -> String {
        if declaration.declarators.is_empty() {
            return list("declare", [self.specifiers(&declaration.specifiers)]);
        }
        let parts = declaration.declarators.iter().map(|d| {
            let declared = self.declared(&declaration.specifiers, &d.declarator);
            match &d.initialiser {
                Some(initialiser) => format!("{declared} = {}", self.initialiser(initialiser)),
                None => declared,
            }
        });
        list("declare", parts)
    }

    /// `name: type`, in the order one reads it.
    pub(super) fn declared(&self, specifiers: &DeclSpecifiers, declarator: &Declarator) -> String {
        let mut out = String::new();
        if let Some(name) = declarator.name {
            out = format!("{}: ", self.name(name.symbol));
        }
        for derived in &declarator.derived {
            out.push_str(&match derived {
                Derived::Pointer {
                    qualifiers,
                    attributes,
                    ..
                } => {
                    format!(
                        "{}{}pointer ",
                        self.qualifiers(*qualifiers),
                        self.attributes(attributes)
                    )
                }
                Derived::Array {
                    size,
                    qualifiers,
                    is_static,
                    ..
                } => {
                    let size = match size {
                        ArraySize::Unspecified => String::new(),
                        ArraySize::Star => "*".to_owned(),
                        ArraySize::Expr(size) => self.expr(size),
                    };
                    let is_static = if *is_static { "static " } else { "" };
                    format!("array[{is_static}{}{size}] ", self.qualifiers(*qualifiers))
                }
                Derived::Function { params, .. } => format!("function{} ", self.params(params)),
            });
        }
        out.push_str(&self.specifiers(specifiers));
        if let Some(label) = &declarator.asm_label {
            out.push_str(&format!(" asm {}", bytes(label)));
        }
        let attributes = self.attributes(&declarator.attributes);
        if !attributes.is_empty() {
            out.push_str(&format!(" {}", attributes.trim_end()));
        }
        out
    }

    fn params(&self, params: &Params) -> String {
        match params {
            Params::Prototype { params, variadic } => {
                let mut parts: Vec<String> = params
                    .iter()
                    .map(|p| self.declared(&p.specifiers, &p.declarator))
                    .collect();
                if *variadic {
                    parts.push("...".to_owned());
                }
                format!("({})", parts.join(", "))
            }
            Params::Unspecified => "(?)".to_owned(),
            Params::OldStyle(names) => {
                let names: Vec<String> = names.iter().map(|n| self.name(n.symbol)).collect();
                format!("(old {})", names.join(", "))
            }
        }
    }

    fn qualifiers(&self, qualifiers: Qualifiers) -> String {
        let mut out = String::new();
        for (is, word) in [
            (qualifiers.is_const, "const "),
            (qualifiers.is_volatile, "volatile "),
            (qualifiers.is_restrict, "restrict "),
            (qualifiers.is_atomic, "atomic "),
        ] {
            if is {
                out.push_str(word);
            }
        }
        out
    }

    fn specifiers(&self, specifiers: &DeclSpecifiers) -> String {
        let mut out = String::new();
        if let Some((class, _)) = specifiers.storage {
            out.push_str(&format!("{class:?} ").to_lowercase());
        }
        for (is, word) in [
            (specifiers.thread_local.is_some(), "thread_local "),
            (specifiers.inline.is_some(), "inline "),
            (specifiers.noreturn.is_some(), "noreturn "),
            (specifiers.constexpr.is_some(), "constexpr "),
        ] {
            if is {
                out.push_str(word);
            }
        }
        for alignas in &specifiers.alignas {
            out.push_str(&match &alignas.value {
                AlignasValue::Type(ty) => format!("alignas({}) ", self.type_name(ty)),
                AlignasValue::Expr(value) => format!("alignas({}) ", self.expr(value)),
            });
        }
        out.push_str(&self.attributes(&specifiers.attributes));
        out.push_str(&self.qualifiers(specifiers.qualifiers));
        out.push_str(&self.type_kind(&specifiers.ty.kind));
        out
    }

    fn type_kind(&self, kind: &TypeSpecifierKind) -> String {
        use TypeSpecifierKind as Kind;
        match kind {
            Kind::Complex(of) => format!("complex {}", self.type_kind(of)),
            Kind::BitInt { unsigned, width } => {
                let sign = if *unsigned { "unsigned " } else { "" };
                format!("{sign}bitint({})", self.expr(width))
            }
            Kind::Record(record) => self.record(record),
            Kind::Enum(specifier) => self.enumeration(specifier),
            Kind::Typedef(name) => self.name(*name),
            Kind::TypeofExpr { operand, unqualified } => {
                format!(
                    "typeof{}({})",
                    if *unqualified { "-unqual" } else { "" },
                    self.expr(operand)
                )
            }
            Kind::TypeofType { operand, unqualified } => {
                let unqualified = if *unqualified { "-unqual" } else { "" };
                format!("typeof{unqualified}({})", self.type_name(operand))
            }
            Kind::Atomic(ty) => format!("atomic({})", self.type_name(ty)),
            simple => format!("{simple:?}").to_lowercase(),
        }
    }

    fn record(&self, record: &RecordSpecifier) -> String {
        let mut out = format!("{:?}", record.kind).to_lowercase();
        if let Some(tag) = record.tag {
            out.push_str(&format!(" {}", self.name(tag.symbol)));
        }
        if let Some(pack) = record.pack {
            out.push_str(&format!(" pack {pack}"));
        }
        let attributes = self.attributes(&record.attributes);
        if !attributes.is_empty() {
            out.push_str(&format!(" {}", attributes.trim_end()));
        }
        if let Some(members) = &record.members {
            let members: Vec<String> = members.iter().map(|member| self.member(member)).collect();
            out.push_str(&format!(" {{{}}}", members.join("; ")));
        }
        out
    }

    fn member(&self, member: &Member) -> String {
        match member {
            Member::StaticAssert(assertion) => self.static_assert(assertion),
            Member::Pragma(pragma) => self.pragma(pragma),
            Member::Field(field) if field.declarators.is_empty() => self.specifiers(&field.specifiers),
            Member::Field(field) => {
                let parts: Vec<String> = field
                    .declarators
                    .iter()
                    .map(|d| {
                        let declared = self.declared(&field.specifiers, &d.declarator);
                        match &d.width {
                            Some(width) => format!("{declared} : {}", self.expr(width)),
                            None => declared,
                        }
                    })
                    .collect();
                parts.join(", ")
            }
        }
    }

    fn enumeration(&self, specifier: &EnumSpecifier) -> String {
        let mut out = "enum".to_owned();
        if let Some(tag) = specifier.tag {
            out.push_str(&format!(" {}", self.name(tag.symbol)));
        }
        if let Some(underlying) = &specifier.underlying {
            out.push_str(&format!(" : {}", self.type_name(underlying)));
        }
        if let Some(enumerators) = &specifier.enumerators {
            let parts: Vec<String> = enumerators
                .iter()
                .map(|e| match &e.value {
                    Some(value) => format!("{} = {}", self.name(e.name.symbol), self.expr(value)),
                    None => self.name(e.name.symbol),
                })
                .collect();
            out.push_str(&format!(" {{{}}}", parts.join(", ")));
        }
        out
    }

    pub(super) fn type_name(&self, ty: &TypeName) -> String {
        self.declared(&ty.specifiers, &ty.declarator)
    }

    fn attributes(&self, attributes: &[Attribute]) -> String {
        let mut out = String::new();
        for attribute in attributes {
            out.push_str(&format!("@{}", self.name(attribute.name)));
            out.push_str(&match &attribute.kind {
                AttributeKind::Aligned(Some(value))
                | AttributeKind::Constructor(Some(value))
                | AttributeKind::Destructor(Some(value))
                | AttributeKind::VectorSize(value) => format!("({})", self.expr(value)),
                AttributeKind::Alias(text) => format!("({})", bytes(text)),
                AttributeKind::Mode(name) => format!("({})", self.name(*name)),
                AttributeKind::Cleanup(name) => format!("({})", self.name(name.symbol)),
                AttributeKind::Unknown => "?".to_owned(),
                _ => String::new(),
            });
            out.push(' ');
        }
        out
    }

    pub(super) fn initialiser(&self, initialiser: &Initialiser) -> String {
        match &initialiser.kind {
            InitialiserKind::Expr(value) => self.expr(value),
            InitialiserKind::List(items) => {
                let items: Vec<String> = items
                    .iter()
                    .map(|item| {
                        let value = self.initialiser(&item.value);
                        if item.designators.is_empty() {
                            value
                        } else {
                            format!("{} = {value}", self.designators(&item.designators))
                        }
                    })
                    .collect();
                format!("{{{}}}", items.join(", "))
            }
        }
    }

    fn designators(&self, designators: &[Designator]) -> String {
        designators
            .iter()
            .map(|d| match &d.kind {
                DesignatorKind::Field(name) => format!(".{}", self.name(name.symbol)),
                DesignatorKind::Index(index) => format!("[{}]", self.expr(index)),
                DesignatorKind::Range(first, last) => {
                    format!("[{} ... {}]", self.expr(first), self.expr(last))
                }
            })
            .collect()
    }

    fn block(&self, block: &Block) -> String {
        list("block", block.items.iter().map(|item| self.stmt(item)))
    }

    fn pragma(&self, pragma: &Pragma) -> String {
        let words = pragma.tokens.iter().map(|token| {
            use crate::lex::TokenKind;
            match token.kind {
                TokenKind::Ident(s) | TokenKind::Number(s) | TokenKind::Char(s) | TokenKind::String(s) => {
                    self.name(s)
                }
                TokenKind::Punct(punct) => punct.text().to_owned(),
                other => format!("{other:?}"),
            }
        });
        list("pragma", words)
    }

    fn asm(&self, asm: &Asm) -> String {
        let operand = |o: &AsmOperand| {
            let name = o
                .name
                .map_or(String::new(), |name| format!("[{}] ", self.name(name.symbol)));
            format!("{name}{} {}", bytes(&o.constraint), self.expr(&o.operand))
        };
        let head = match (asm.is_volatile, asm.is_goto) {
            (true, true) => "asm-volatile-goto",
            (true, false) => "asm-volatile",
            (false, true) => "asm-goto",
            (false, false) => "asm",
        };
        list(
            head,
            [
                bytes(&asm.template),
                list("out", asm.outputs.iter().map(operand)),
                list("in", asm.inputs.iter().map(operand)),
                list("clobber", asm.clobbers.iter().map(|c| bytes(c))),
                list("labels", asm.labels.iter().map(|l| self.name(l.symbol))),
            ],
        )
    }

    fn stmt(&self, stmt: &Stmt) -> String {
        match &stmt.kind {
            StmtKind::Empty => "(empty)".to_owned(),
            StmtKind::Unclear(what) => format!("(unclear {what})"),
            StmtKind::Expr(value) => self.expr(value),
            StmtKind::Declaration(declaration) => self.declaration(declaration),
            StmtKind::StaticAssert(assertion) => self.static_assert(assertion),
            StmtKind::LocalLabels(labels) => list("local-labels", labels.iter().map(|l| self.name(l.symbol))),
            StmtKind::Block(block) => self.block(block),
            StmtKind::Labeled { labels, body } => {
                let labels = labels.iter().map(|label| match &label.kind {
                    LabelKind::Name(name) => self.name(name.symbol),
                    LabelKind::Case(value) => list("case", [self.expr(value)]),
                    LabelKind::CaseRange(first, last) => {
                        list("case", [self.expr(first), "...".to_owned(), self.expr(last)])
                    }
                    LabelKind::Default => "default".to_owned(),
                });
                let body = body.as_ref().map_or("-".to_owned(), |body| self.stmt(body));
                list("label", labels.chain([body]))
            }
            StmtKind::If { arms, otherwise } => {
                let arms = arms
                    .iter()
                    .flat_map(|arm| [self.expr(&arm.condition), self.stmt(&arm.body)]);
                let otherwise = otherwise.as_ref().map(|body| format!("else {}", self.stmt(body)));
                list("if", arms.chain(otherwise))
            }
            StmtKind::Switch { value, body } => list("switch", [self.expr(value), self.stmt(body)]),
            StmtKind::While { condition, body } => list("while", [self.expr(condition), self.stmt(body)]),
            StmtKind::DoWhile { body, condition } => list("do", [self.stmt(body), self.expr(condition)]),
            StmtKind::For(parts) => self.for_loop("for", parts),
            StmtKind::CilkFor(parts) => self.for_loop("cilk-for", parts),
            StmtKind::Goto(label) => list("goto", [self.name(label.symbol)]),
            StmtKind::GotoAddress(address) => list("goto-address", [self.expr(address)]),
            StmtKind::Continue => "(continue)".to_owned(),
            StmtKind::Break => "(break)".to_owned(),
            StmtKind::Return(None) => "(return)".to_owned(),
            StmtKind::Return(Some(value)) => list("return", [self.expr(value)]),
            StmtKind::Asm(asm) => self.asm(asm),
            StmtKind::Pragma(pragma) => self.pragma(pragma),
            StmtKind::OpenMp {
                directive,
                body: None,
            } => self.directive(directive),
            StmtKind::OpenMp {
                directive,
                body: Some(body),
            } => list("directive", [self.directive(directive), self.stmt(body)]),
            StmtKind::CilkSync => "(cilk-sync)".to_owned(),
            StmtKind::CilkScope(body) => list("cilk-scope", [self.stmt(body)]),
        }
    }

    fn for_loop(&self, head: &str, parts: &ForLoop) -> String {
        let optional = |part: &Option<Expr>| part.as_ref().map_or("-".to_owned(), |e| self.expr(e));
        let init = parts.init.as_ref().map_or("-".to_owned(), |init| self.stmt(init));
        let (condition, step) = (optional(&parts.condition), optional(&parts.step));
        list(head, [init, condition, step, self.stmt(&parts.body)])
    }

    fn string(&self, literal: &StringLiteral) -> String {
        match &literal.units {
            StringUnits::Bytes(text) => bytes(text),
            StringUnits::Units16(units) => format!("u{units:?}"),
            StringUnits::Units32(units) => format!("{:?}{units:?}", literal.encoding),
        }
    }

    /// Long because it has an arm for each form of expression.
    pub(super) fn expr(&self, expr: &Expr) -> String {
        match &expr.kind {
            ExprKind::Name(name) => self.name(*name),
            ExprKind::Integer(literal) => {
                let unsigned = if literal.is_unsigned { "u" } else { "" };
                format!("{}{unsigned}{}", literal.value, "l".repeat(literal.longs.into()))
            }
            ExprKind::Floating(literal) => match literal.suffix {
                FloatSuffix::None => format!("{:?}", literal.value),
                suffix => format!("{:?}{suffix:?}", literal.value),
            },
            ExprKind::Imaginary(number) => {
                let (kind, span) = ((**number).clone(), expr.span);
                list("imaginary", [self.expr(&Expr { kind, span })])
            }
            ExprKind::Char(literal) => match literal.encoding {
                Encoding::Plain => format!("'{}'", literal.value),
                encoding => format!("{encoding:?}'{}'", literal.value),
            },
            ExprKind::String(literal) => self.string(literal),
            ExprKind::Bool(value) => value.to_string(),
            ExprKind::Nullptr => "nullptr".to_owned(),
            ExprKind::Index { base, index } => list("index", [self.expr(base), self.expr(index)]),
            ExprKind::Call { callee, arguments } => {
                let arguments = arguments.iter().map(|argument| self.expr(argument));
                list("call", [self.expr(callee)].into_iter().chain(arguments))
            }
            ExprKind::Member { base, arrow, field } => list(
                if *arrow { "->" } else { "." },
                [self.expr(base), self.name(field.symbol)],
            ),
            ExprKind::Step {
                increment,
                prefix,
                operand,
            } => {
                let text = if *increment { "++" } else { "--" };
                let head = if *prefix {
                    format!("{text}_")
                } else {
                    format!("_{text}")
                };
                list(&head, [self.expr(operand)])
            }
            ExprKind::CompoundLiteral { ty, initialiser } => {
                list("literal", [self.type_name(ty), self.initialiser(initialiser)])
            }
            ExprKind::Unary { operator, operand } => {
                list(&format!("{operator:?}").to_lowercase(), [self.expr(operand)])
            }
            ExprKind::SizeofExpr(operand) => list("sizeof", [self.expr(operand)]),
            ExprKind::SizeofType(ty) => list("sizeof-type", [self.type_name(ty)]),
            ExprKind::AlignofExpr(operand) => list("alignof", [self.expr(operand)]),
            ExprKind::AlignofType(ty) => list("alignof-type", [self.type_name(ty)]),
            ExprKind::LabelAddress(label) => list("label-address", [self.name(label.symbol)]),
            ExprKind::Cast { ty, operand } => list("cast", [self.type_name(ty), self.expr(operand)]),
            ExprKind::Binary { first, rest } => {
                let rest = rest
                    .iter()
                    .flat_map(|tail| [format!("{:?}", tail.operator), self.expr(&tail.operand)]);
                list("binary", [self.expr(first)].into_iter().chain(rest))
            }
            ExprKind::Conditional {
                condition,
                then,
                otherwise,
            } => {
                let then = then.as_ref().map_or("-".to_owned(), |then| self.expr(then));
                list("?", [self.expr(condition), then, self.expr(otherwise)])
            }
            ExprKind::Assign {
                operator,
                target,
                value,
                ..
            } => {
                let head = operator.map_or("=".to_owned(), |operator| format!("{operator:?}="));
                list(&head, [self.expr(target), self.expr(value)])
            }
            ExprKind::Comma(parts) => list(",", parts.iter().map(|part| self.expr(part))),
            ExprKind::StmtExpr(block) => list("stmt-expr", [self.block(block)]),
            ExprKind::Generic {
                controlling,
                associations,
            } => {
                let controlling = match controlling.as_ref() {
                    GenericControl::Expr(value) => self.expr(value),
                    GenericControl::Type(ty) => self.type_name(ty),
                };
                let associations = associations.iter().map(|(ty, value)| {
                    let ty = ty.as_ref().map_or("default".to_owned(), |ty| self.type_name(ty));
                    format!("{ty} -> {}", self.expr(value))
                });
                list("generic", [controlling].into_iter().chain(associations))
            }
            ExprKind::VaArg { list: va_list, ty } => list("va-arg", [self.expr(va_list), self.type_name(ty)]),
            ExprKind::ConvertVector { vector, ty } => {
                list("convert-vector", [self.expr(vector), self.type_name(ty)])
            }
            ExprKind::Offsetof { ty, member } => {
                list("offsetof", [self.type_name(ty), self.designators(member)])
            }
            ExprKind::TypesCompatible(first, second) => list(
                "types-compatible",
                [self.type_name(first), self.type_name(second)],
            ),
            ExprKind::ChooseExpr {
                condition,
                then,
                otherwise,
            } => list(
                "choose",
                [self.expr(condition), self.expr(then), self.expr(otherwise)],
            ),
            ExprKind::CilkSpawn(call) => list("cilk-spawn", [self.expr(call)]),
        }
    }
}
