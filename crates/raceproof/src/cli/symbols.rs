//! Names for the addresses of a process that has ended: lines of its sources, its variables.

use std::path::PathBuf;

use addr2line::Loader;
use raceproof_trace::Symbols;

/// A file that was mapped.
struct Mapped {
    start: u64,
    end: u64,
    /// What is added to addresses in the file.
    bias: u64,
    path: PathBuf,
    /// Read when somebody asks; nothing if that fails.
    loader: Option<Option<Loader>>,
}

/// What was mapped in a process.
pub struct Image {
    files: Vec<Mapped>,
}

impl Image {
    /// From what the system said of it, once or several times.
    pub fn new(maps: &[&[u8]]) -> Image {
        let mut files: Vec<Mapped> = Vec::new();
        for line in maps.iter().flat_map(|text| text.split(|byte| *byte == b'\n')) {
            let line = String::from_utf8_lossy(line);
            let mut words = line.split_whitespace();
            let Some((start, end)) = words.next().and_then(|range| range.split_once('-')) else {
                continue;
            };
            let number = |text: &str| u64::from_str_radix(text, 16).ok();
            let (Some(start), Some(end)) = (number(start), number(end)) else {
                continue;
            };
            let offset = words.nth(1).and_then(number);
            // Variables without a value at first lie behind the file, in memory without a name.
            let path = words
                .nth(2)
                .map(|_| &line[line.find('/').unwrap_or(line.len())..]);
            let last = files.last_mut();
            match (path, last) {
                (None, Some(last)) if last.end == start => last.end = end,
                (Some(path), Some(last)) if last.path.as_os_str() == path && last.start <= start => {
                    last.end = last.end.max(end);
                }
                (Some(path), _) if path.starts_with('/') && offset == Some(0) => files.push(Mapped {
                    start,
                    end,
                    bias: bias(path, start),
                    path: path.into(),
                    loader: None,
                }),
                _ => {}
            }
        }
        Image { files }
    }

    /// The file at an address, and the address in it.
    fn find(&mut self, address: u64) -> Option<(&Mapped, u64)> {
        let within = |file: &&mut Mapped| (file.start..file.end).contains(&address);
        let file = self.files.iter_mut().find(within)?;
        if file.loader.is_none() {
            file.loader = Some(Loader::new(&file.path).ok());
        }
        Some((file, address - file.bias))
    }
}

/// A program that is linked for fixed addresses is where it says.
fn bias(path: &str, start: u64) -> u64 {
    use std::io::Read as _;
    let mut header = [0; 18];
    let read = std::fs::File::open(path).and_then(|mut file| file.read_exact(&mut header));
    match read {
        Ok(()) if header[16] == 2 => 0,
        _ => start,
    }
}

impl Symbols for Image {
    fn place(&mut self, address: u64) -> String {
        if address == 0 {
            return "the start of the thread".into();
        }
        // A call returns behind itself.
        let address = address - 1;
        let Some((file, at)) = self.find(address) else {
            return format!("{address:#x}");
        };
        let name = file.path.file_name().unwrap_or_default().to_string_lossy();
        let loader = file.loader.as_ref().and_then(Option::as_ref);
        let location = loader.and_then(|loader| loader.find_location(at).ok().flatten());
        match location {
            Some(location) if location.file.is_some() => {
                let path = location.file.unwrap_or_default();
                let place = format!("{path}:{}", location.line.unwrap_or(0));
                match location.column {
                    Some(column) if column > 0 => format!("{place}:{column}"),
                    _ => place,
                }
            }
            _ => match loader.and_then(|loader| loader.find_symbol(at)) {
                Some(symbol) => format!("{symbol} in {name}"),
                None => format!("{name}+{at:#x}"),
            },
        }
    }

    fn data(&mut self, address: u64) -> String {
        let Some((file, at)) = self.find(address) else {
            return format!("{address:#x}");
        };
        let loader = file.loader.as_ref().and_then(Option::as_ref);
        match loader.and_then(|loader| loader.find_symbol_info(at)) {
            Some(symbol) => match at - symbol.address() {
                0 => symbol.name().to_owned(),
                offset => format!("{}+{offset}", symbol.name()),
            },
            None => {
                let name = file.path.file_name().unwrap_or_default().to_string_lossy();
                format!("{name}+{at:#x}")
            }
        }
    }
}
