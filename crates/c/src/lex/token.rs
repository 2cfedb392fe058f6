//! What the lexer produces.

use raceproof_ir::Span;

use crate::symbol::Symbol;

/// A token and where it stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Token {
    /// Which token.
    pub kind: TokenKind,
    /// Where it is written; for a token out of a macro, where the macro is used.
    pub span: Span,
}

/// The kinds of tokens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TokenKind {
    /// A name or keyword.
    Ident(Symbol),
    /// A number, valid or not, as spelt.
    Number(Symbol),
    /// A character constant with prefix and quotes, as spelt.
    Char(Symbol),
    /// A string literal with prefix and quotes, as spelt.
    String(Symbol),
    /// A punctuator.
    Punct(Punct),
    /// The start of a `#pragma` line; its tokens and [`TokenKind::PragmaEnd`] follow.
    Pragma,
    /// The end of a `#pragma` line.
    PragmaEnd,
    /// A byte that starts no token. The lexer has reported it.
    Unknown,
    /// The end of the input.
    Eof,
}

impl TokenKind {
    /// The same token by the symbols of another table; `names` has them by the symbols of this one.
    pub fn renamed(self, names: &[Symbol]) -> TokenKind {
        let of = |symbol: Symbol| names.get(symbol.0 as usize).copied().unwrap_or(symbol);
        match self {
            TokenKind::Ident(symbol) => TokenKind::Ident(of(symbol)),
            TokenKind::Number(symbol) => TokenKind::Number(of(symbol)),
            TokenKind::Char(symbol) => TokenKind::Char(of(symbol)),
            TokenKind::String(symbol) => TokenKind::String(of(symbol)),
            other => other,
        }
    }
}

macro_rules! puncts {
    ($($name:ident $text:literal)*) => {
        /// The punctuators of C, digraphs already replaced.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Punct { $(#[doc = concat!("`", $text, "`")] $name),* }

        impl Punct {
            /// The spelling.
            pub fn text(self) -> &'static str {
                match self { $(Punct::$name => $text),* }
            }
        }
    };
}

puncts! {
    LeftParen "(" RightParen ")" LeftBracket "[" RightBracket "]" LeftBrace "{" RightBrace "}"
    Dot "." Arrow "->" Ellipsis "..." Increment "++" Decrement "--"
    Ampersand "&" Star "*" Plus "+" Minus "-" Tilde "~" Bang "!"
    Slash "/" Percent "%" ShiftLeft "<<" ShiftRight ">>" Less "<" Greater ">" LessEqual "<="
    GreaterEqual ">=" EqualEqual "==" BangEqual "!=" Caret "^" Pipe "|" AmpAmp "&&" PipePipe "||"
    Question "?" Colon ":" Semicolon ";" Comma ","
    Equal "=" StarEqual "*=" SlashEqual "/=" PercentEqual "%=" PlusEqual "+=" MinusEqual "-="
    ShiftLeftEqual "<<=" ShiftRightEqual ">>=" AmpEqual "&=" CaretEqual "^=" PipeEqual "|="
    Hash "#" HashHash "##"
}
