//! What to do with files that are no program.

use std::path::Path;

/// Endings of C++.
const CPP: [&str; 8] = ["cc", "cpp", "cxx", "c++", "C", "hpp", "hh", "hxx"];

/// What is wrong with a file that was given as a part of a program, and the remedy.
pub fn misplaced(path: &Path) -> Option<(String, &'static str)> {
    let shown = path.display();
    let name = path
        .file_name()
        .and_then(|name| name.to_str())
        .unwrap_or_default();
    let ending = path
        .extension()
        .and_then(|ending| ending.to_str())
        .unwrap_or_default();
    let build = "build it once with `make CC=\"raceproof cc\"`, then run `raceproof check -p .`";
    if path.is_dir() {
        return Some(match path.join("compile_commands.json").exists() {
            true => (
                format!("{shown} is a directory"),
                "it has a compile_commands.json: use `-p` with it",
            ),
            false => (
                format!("{shown} is a directory"),
                "name the C files of one program, or make a compile_commands.json (CMake, bear or \
                 `raceproof cc`) and use `-p`",
            ),
        });
    }
    match () {
        () if matches!(name, "Makefile" | "makefile" | "GNUmakefile") || ending == "mk" => {
            Some((format!("{shown} is a makefile"), build))
        }
        () if name == "CMakeLists.txt" => Some((
            format!("{shown} is for CMake"),
            "configure with -DCMAKE_EXPORT_COMPILE_COMMANDS=ON, then run `raceproof check -p BUILD`",
        )),
        () if name == "compile_commands.json" => Some((
            format!("{shown} is a database of compilations"),
            "name its directory with `-p`",
        )),
        () if CPP.contains(&ending) => Some((
            format!("{shown} is C++, which is not read"),
            "raceproof reads C; a part that is C can be checked alone with `--entry`",
        )),
        () if ending == "h" => Some((
            format!("{shown} is a header"),
            "give the C files that include it; `-I` says where headers are",
        )),
        () => None,
    }
}
