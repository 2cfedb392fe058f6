//! `<stdio.h>`.

use crate::row::*;
use Answer::{Fails, Number as Is};
use Gives::{Input, Nothing, Number, Outside, Within};
use Missing::Files;

/// Prints to a stream or a descriptor.
const fn print(name: &'static str, signature: &'static str, arguments: &'static [Argument]) -> Row {
    f(name, signature, arguments, Number).world(World::Output).errno()
}

/// Prints to memory.
const fn print_to(name: &'static str, signature: &'static str, arguments: &'static [Argument]) -> Row {
    f(name, signature, arguments, Number).errno()
}

/// Takes from standard input.
const fn take(name: &'static str, signature: &'static str, arguments: &'static [Argument]) -> Row {
    f(name, signature, arguments, Input)
        .changes(Hidden::Input)
        .world(World::Input)
        .blocks()
}

/// Text that is printed to memory of any size.
const PRINT_TO: Argument = w(TEXT);
/// Text that is printed to as much memory as the next argument says.
const PRINT_WITHIN: Argument = w(most(n(1)));
/// A place for the address of new text.
const PRINT_NEW: Argument = put(most(words(1)), Data::Fresh(Size::Any));
/// A place for the address of text that may be replaced by a larger one.
const LINE: Argument = rw(most(words(1))).behind(Behind::Written);

#[rustfmt::skip]
pub(crate) const STDIO_H: crate::Table = crate::Table {
    header: "stdio.h",
    rows: &[
        print("printf", "iS.", &[PRINT, PRINTED]).checked(&[0]),
        print("fprintf", "ipS.", &[FILE, PRINT, PRINTED]).checked(&[1]),
        print("dprintf", "iiS.", &[S, PRINT, PRINTED]).checked(&[1]),
        print("vprintf", "iSa", &[PRINT, PRINTED_LIST]).checked(&[0]),
        print("vfprintf", "ipSa", &[FILE, PRINT, PRINTED_LIST]).checked(&[1]),
        print("vdprintf", "iiSa", &[S, PRINT, PRINTED_LIST]).checked(&[1]),
        print_to("sprintf", "isS.", &[PRINT_TO, PRINT, PRINTED]).checked(&[1, 2]),
        print_to("snprintf", "iszS.", &[PRINT_WITHIN, S, PRINT, PRINTED]).checked(&[2, 3]),
        print_to("asprintf", "iTS.", &[PRINT_NEW, PRINT, PRINTED]),
        print_to("vsprintf", "isSa", &[PRINT_TO, PRINT, PRINTED_LIST]).checked(&[1, 2]),
        print_to("vsnprintf", "iszSa", &[PRINT_WITHIN, S, PRINT, PRINTED_LIST]).checked(&[2, 3]),
        print_to("vasprintf", "iTSa", &[PRINT_NEW, PRINT, PRINTED_LIST]),
        f("puts", "iS", &[STRING], Number).world(World::Output),
        f("fputs", "iSp", &[STRING, FILE], Number).world(World::Output),
        f("putchar", "ii", &[V], Number).world(World::Output),
        f("putc", "iip", &[V, FILE], Number).also(&["fputc", "_IO_putc"]).world(World::Output),
        f("fwrite", "zPzzp", &[r(product(1, 2)), S, S, FILE], Number).world(World::Output),
        f("fflush", "ip", &[FILE], Number).world(World::Output),
        f("perror", "vS", &[STRING], Nothing).world(World::Output).errno(),
        f("setvbuf", "ipsiz", &[FILE, KEPT, S, S], Number).world(World::System),
        f("setbuf", "vps", &[FILE, KEPT], Nothing),
        f("setbuffer", "vpsz", &[FILE, KEPT, S], Nothing),
        f("setlinebuf", "vp", &[FILE], Nothing),
        model("flockfile").blocks(),
        model("funlockfile"),
        model("ftrylockfile"),
        f("fileno", "ip", &[FILE], Number),
        f("fopen", "pSS", &[STRING, MODE], Outside).also(&["fopen64"]).world(World::Files).errno(),
        f("fclose", "ip", &[FILE], Number).world(World::Output),
        f("remove", "iS", &[STRING], Number).world(World::Output),
        take("scanf", "iS.", &[SCAN, SCANNED]),
        take("fscanf", "ipS.", &[FILE, SCAN, SCANNED]),
        take("vscanf", "iSa", &[SCAN, SCANNED_LIST]),
        take("vfscanf", "ipSa", &[FILE, SCAN, SCANNED_LIST]),
        f("sscanf", "iSS.", &[STRING, SCAN, SCANNED], Number),
        f("vsscanf", "iSSa", &[STRING, SCAN, SCANNED_LIST], Number),
        take("getchar", "i", &[]),
        take("getc", "ip", &[FILE]).also(&["fgetc", "_IO_getc"]),
        f("ungetc", "iip", &[S, FILE], Number).changes(Hidden::Input).world(World::Input),
        take("gets", "ss", &[w(TEXT)]).gives(Within(0)),
        take("fgets", "ssip", &[w(most(n(1))), S, FILE]).gives(Within(0)),
        take("getline", "tTpp", &[LINE, rw(most(words(1))), FILE]).also(&["__getline"]),
        take("getdelim", "tTpip", &[LINE, rw(most(words(1))), S, FILE]).also(&["__getdelim"]),
        take("fread", "zpzzp", &[w(most(product(1, 2))), S, S, FILE]),
        f("feof", "ip", &[FILE], Input).uses(Hidden::Input).world(World::Input),
        f("ferror", "ip", &[FILE], Input).world(World::Input),
        f("clearerr", "vp", &[FILE], Nothing).changes(Hidden::Input).world(World::Input),
        f("fseek", "ipli", &[FILE, S, S], Input).also(&["fseeko", "fseeko64"]).changes(Hidden::Input).world(World::Input).errno(),
        f("ftell", "lp", &[FILE], Input).also(&["ftello", "ftello64"]).uses(Hidden::Input).world(World::Input).errno(),
        f("rewind", "vp", &[FILE], Nothing).changes(Hidden::Input).world(World::Input).errno(),
        f("fdopen", "piS", &[S, MODE], Outside).world(World::Files).errno(),
        by_row("tmpfile", "p", &[], World::Files, Fails(24)).also(&["tmpfile64"]).gives(Outside),
        by_row("popen", "pSS", &[STRING, STRING], World::System, Fails(12)).gives(Outside),
        by_row("pclose", "ip", &[FILE], World::System, Is(0)).blocks(),
        by_row("rename", "iSS", &[STRING, STRING], World::Output, Is(0)),
        by_row("renameat", "iiSiS", &[S, STRING, S, STRING], World::Output, Is(0)),
        by_row("renameat2", "iiSiSu", &[S, STRING, S, STRING, S], World::Output, Is(0)),
        by_row("tmpnam", "ss", &[w(most(bytes(20))).usage(Use::Instead)], World::Files, Is(0))
            .gives(Gives::Unknown).changes(Hidden::TemporaryName),
        by_row("tempnam", "sSS", &[STRING, STRING], World::Files, Fails(2))
            .gives(Gives::Fresh(Size::Any, Contents::Zero)),
        gap("freopen", "pSSp", Files),
        gap("fgetpos", "ipp", Files),
        gap("fsetpos", "ipP", Files),
        gap("fmemopen", "ppzS", Files),
        gap("open_memstream", "pTp", Files),
    ],
};
