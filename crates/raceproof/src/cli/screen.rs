//! `replay --step` on a terminal: a screen with the source, the threads with their locks, the values of what
//! is accessed, and the steps, to go forward and back.
//!
//! What is shown is a function of the finding, its sources and the step, so that tests can draw it anywhere.

use std::collections::BTreeMap;

use raceproof_report::finding::thread_name;
use raceproof_report::stepping::{Moment, Shown, holds, moment, shown, threads};
use raceproof_report::{Finding, Location, Sources, Step};
use ratatui::Frame;
use ratatui::crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Borders, Paragraph};

/// The colours of threads; the first two are those of the accesses.
const COLOURS: [Color; 6] = [
    Color::Red,
    Color::Blue,
    Color::Green,
    Color::Magenta,
    Color::Cyan,
    Color::Yellow,
];

/// So many columns are needed to have threads and values beside the source.
const WIDE: u16 = 90;

/// So many steps are a leap.
const LEAP: usize = 10;

/// What the keys do, in the order in which a narrow terminal drops them from its last line.
const KEYS: [(&str, &str); 6] = [
    ("q", "end"),
    ("→", "next"),
    ("←", "back"),
    ("Tab", "next thread"),
    ("Home End", "first, last"),
    ("PgUp PgDn", "ten steps"),
];

/// A finding, and how far its reader has come.
pub struct Screen<'a> {
    finding: &'a Finding,
    steps: Vec<Shown<'a>>,
    threads: Vec<u32>,
    /// The lines of the files that steps name.
    lines: BTreeMap<&'a str, Vec<String>>,
    at: usize,
    has_colours: bool,
}

/// Shows the finding until the user has seen enough.
///
/// # Errors
///
/// The terminal cannot be used so.
pub fn show(finding: &Finding, sources: &Sources, has_colours: bool) -> std::io::Result<()> {
    let mut screen = Screen::new(finding, sources, has_colours);
    // Puts the terminal back if something panics, too.
    let mut terminal = ratatui::try_init()?;
    let shown = loop {
        if let Err(error) = terminal.draw(|frame| screen.draw(frame)) {
            break Err(error);
        }
        match event::read() {
            Ok(Event::Key(key)) if key.kind != KeyEventKind::Release && !screen.press(key) => break Ok(()),
            // A new size of the terminal, among others, only needs another drawing.
            Ok(_) => {}
            Err(error) => break Err(error),
        }
    };
    ratatui::try_restore()?;
    shown
}

impl<'a> Screen<'a> {
    /// At the first step.
    pub fn new(finding: &'a Finding, sources: &'a Sources, has_colours: bool) -> Screen<'a> {
        let steps = shown(finding);
        let names = steps.iter().map(|row| row.step.at.file.as_str());
        let lines = |file| Some((file, sources.text(file)?.lines().map(spaced).collect()));
        Screen {
            finding,
            threads: threads(finding),
            lines: names.filter_map(lines).collect(),
            steps,
            at: 0,
            has_colours,
        }
    }

    /// A key was pressed; whether to go on.
    pub fn press(&mut self, key: KeyEvent) -> bool {
        let last = self.steps.len().saturating_sub(1);
        let is_control = key.modifiers.contains(KeyModifiers::CONTROL);
        self.at = match key.code {
            KeyCode::Char('q') | KeyCode::Esc => return false,
            KeyCode::Char('c' | 'd') if is_control => return false,
            KeyCode::Right | KeyCode::Down | KeyCode::Enter | KeyCode::Char(' ' | 'j' | 'l' | 'n') => {
                self.at + 1
            }
            KeyCode::Left | KeyCode::Up | KeyCode::Backspace | KeyCode::Char('k' | 'h' | 'p') => {
                self.at.saturating_sub(1)
            }
            KeyCode::PageDown => self.at + LEAP,
            KeyCode::PageUp => self.at.saturating_sub(LEAP),
            KeyCode::Home | KeyCode::Char('g') => 0,
            KeyCode::End | KeyCode::Char('G') => last,
            KeyCode::Tab => self.other_thread(self.at + 1..self.steps.len()),
            KeyCode::BackTab => self.other_thread((0..self.at).rev()),
            _ => self.at,
        }
        .min(last);
        true
    }

    /// The first of these steps that another thread makes, or else the last of them.
    fn other_thread(&self, steps: impl Iterator<Item = usize>) -> usize {
        let here = self.thread();
        let mut end = self.at;
        for step in steps {
            end = step;
            if Some(self.steps[step].step.thread) != here {
                break;
            }
        }
        end
    }

    fn step(&self) -> Option<&'a Step> {
        self.steps.get(self.at).map(|row| row.step)
    }

    fn thread(&self) -> Option<u32> {
        self.step().map(|step| step.thread)
    }

    /// The colour of a thread.
    fn style(&self, thread: u32) -> Style {
        let place = self.threads.iter().position(|other| *other == thread);
        match (self.has_colours, place) {
            (true, Some(place)) => Style::new().fg(COLOURS[place % COLOURS.len()]),
            _ => Style::new(),
        }
    }

    /// Draws all of it.
    pub fn draw(&self, frame: &mut Frame<'_>) {
        let moment = moment(&self.steps, self.at);
        let area = frame.area();
        let known = (moment.threads.len() + moment.values.len() + 3) as u16;
        let rows = |list| {
            [
                Constraint::Length(1),
                Constraint::Fill(3),
                list,
                Constraint::Length(1),
            ]
        };
        let [title, above, list, keys] = Layout::vertical(rows(Constraint::Fill(2))).areas(area);
        let (source, state) = if area.width >= WIDE {
            let [left, right] =
                Layout::horizontal([Constraint::Percentage(60), Constraint::Percentage(40)]).areas(above);
            (left, right)
        } else {
            let few = known.min(above.height / 2);
            let [top, bottom] = Layout::vertical([Constraint::Fill(1), Constraint::Length(few)]).areas(above);
            (top, bottom)
        };
        let bold = Style::new().add_modifier(Modifier::BOLD);
        let head = Line::from(vec![
            Span::styled(self.finding.message.as_str(), bold),
            Span::raw(format!("  step {} of {}", self.at + 1, self.steps.len())),
        ]);
        frame.render_widget(head, title);
        self.draw_source(frame, source);
        self.draw_moment(frame, state, &moment);
        self.draw_steps(frame, list);
        let mut help = Vec::new();
        for (key, what) in KEYS {
            help.extend([Span::styled(key, bold), Span::raw(format!(" {what}   "))]);
        }
        frame.render_widget(Line::from(help), keys);
    }

    /// The lines around the step; those of the accesses are marked in the margin.
    fn draw_source(&self, frame: &mut Frame<'_>, area: Rect) {
        let Some(step) = self.step() else { return };
        let at = &step.at;
        let block = Block::new().borders(Borders::TOP).title(format!("{} ", at.file));
        let height = block.inner(area).height as usize;
        let Some(lines) = self.lines.get(at.file.as_str()).filter(|_| at.is_known()) else {
            let why = "no source is known for this step";
            frame.render_widget(Paragraph::new(why).block(block), area);
            return;
        };
        let here = at.line as usize;
        let first = first_shown(here - 1, lines.len(), height);
        let numbered = lines.iter().enumerate().skip(first).take(height);
        let text: Vec<Line<'_>> = numbered
            .map(|(index, line)| {
                let number = index + 1;
                let mark = self.mark(at, number as u32);
                let arrow = if number == here { "▶" } else { " " };
                let mut style = Style::new();
                if number == here {
                    style = self.style(step.thread).add_modifier(Modifier::BOLD);
                }
                Line::from(vec![
                    mark,
                    Span::styled(format!("{number:4} {arrow} "), style),
                    Span::styled(line.as_str(), style),
                ])
            })
            .collect();
        frame.render_widget(Paragraph::new(text).block(block), area);
    }

    /// What the margin of a line says: which of its accesses are the race.
    fn mark(&self, at: &Location, number: u32) -> Span<'static> {
        let here = |access: &&raceproof_report::Access| access.at.file == at.file && access.at.line == number;
        let mut accesses = self.finding.accesses.iter().filter(here);
        match (accesses.next(), accesses.next()) {
            (None, _) => Span::raw("  "),
            (Some(access), None) => Span::styled("● ", self.style(access.thread.id)),
            (Some(_), Some(_)) => Span::raw("●●"),
        }
    }

    /// Where each thread is, what it holds, and what objects hold.
    fn draw_moment(&self, frame: &mut Frame<'_>, area: Rect, moment: &Moment<'_>) {
        let mut text = Vec::new();
        for step in &moment.threads {
            let style = match self.thread() == Some(step.thread) {
                true => self.style(step.thread).add_modifier(Modifier::BOLD),
                false => self.style(step.thread),
            };
            let locks = match step.locks.is_empty() {
                true => "no lock".to_owned(),
                false => format!("holds {}", holds(&step.locks)),
            };
            let place = short_place(&step.at);
            text.push(Line::from(vec![
                Span::styled(format!("{:10}", thread_name(step.thread)), style),
                Span::raw(format!("{place:14} {locks}")),
            ]));
        }
        let names = moment.values.iter().map(|(name, _)| name.chars().count());
        let width = names.max().unwrap_or(0);
        if width > 0 {
            text.push(Line::raw(""));
        }
        for (name, value) in &moment.values {
            text.push(Line::raw(format!("{name:width$} = {value}")));
        }
        let block = Block::new()
            .borders(Borders::TOP)
            .title("threads, locks and values ");
        // What was accessed last is at the end.
        let height = block.inner(area).height as usize;
        let hidden = text.len().saturating_sub(height);
        frame.render_widget(Paragraph::new(text.split_off(hidden)).block(block), area);
    }

    /// The steps around this one.
    fn draw_steps(&self, frame: &mut Frame<'_>, area: Rect) {
        let block = Block::new().borders(Borders::TOP).title("steps ");
        let height = block.inner(area).height as usize;
        let first = first_shown(self.at, self.steps.len(), height);
        let shown = self.steps.iter().enumerate().skip(first).take(height);
        let text: Vec<Line<'_>> = shown
            .map(|(number, row)| {
                let is_here = number == self.at;
                let arrow = if is_here { "▶ " } else { "  " };
                let mut style = Style::new();
                if is_here {
                    style = style.add_modifier(Modifier::BOLD);
                }
                let defect = if row.is_defect { "● " } else { "  " };
                let again = row
                    .again
                    .as_ref()
                    .map_or(String::new(), |again| format!("  {again}"));
                Line::from(vec![
                    Span::styled(arrow, style),
                    Span::styled(defect, self.style(row.step.thread)),
                    Span::styled(
                        format!("{:10}", thread_name(row.step.thread)),
                        self.style(row.step.thread),
                    ),
                    Span::styled(
                        format!("{:14} {}{again}", short_place(&row.step.at), row.words),
                        style,
                    ),
                ])
            })
            .collect();
        frame.render_widget(Paragraph::new(text).block(block), area);
    }
}

/// The first of so many lines to show where there is room for only some, so that one of them is in the
/// middle.
fn first_shown(middle: usize, count: usize, room: usize) -> usize {
    middle.saturating_sub(room / 2).min(count.saturating_sub(room))
}

/// `file.c:12`, without the folders.
fn short_place(at: &Location) -> String {
    let name = at.file.rsplit('/').next().unwrap_or(&at.file);
    match at.is_known() {
        true => format!("{name}:{}", at.line),
        false => String::new(),
    }
}

/// A line with spaces for its tabs, which a terminal does not draw inside of a screen.
fn spaced(line: &str) -> String {
    let mut text = String::new();
    for (column, part) in line.split('\t').enumerate() {
        if column > 0 {
            let width = text.chars().count();
            text.push_str(&" ".repeat(4 - width % 4));
        }
        text.push_str(part);
    }
    text
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use raceproof_engine::{Algorithm, Budget, Order};
    use raceproof_ir::DataModel;
    use raceproof_machine::Config;
    use raceproof_portfolio::{Request, Teams, check, prepare};
    use ratatui::Terminal;
    use ratatui::backend::TestBackend;

    use super::*;

    const PROGRAM: &str = "\
typedef union { char __size[40]; long __align; } pthread_mutex_t;
typedef unsigned long pthread_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
int pthread_mutex_lock(pthread_mutex_t *);
int pthread_mutex_unlock(pthread_mutex_t *);
pthread_mutex_t m;
int ready, total;

static void *work(void *p)
{
\tfor (int i = 0; i < 3; i++) {
\t\tpthread_mutex_lock(&m);
\t\tready++;
\t\tpthread_mutex_unlock(&m);
\t}
\ttotal++;
\treturn 0;
}

int main(void)
{
\tpthread_t a, b;
\tpthread_create(&a, 0, work, 0);
\tpthread_create(&b, 0, work, 0);
\tpthread_join(a, 0);
\tpthread_join(b, 0);
\treturn total;
}
";

    /// The race of the program.
    fn race() -> (Finding, Sources) {
        let compiled = raceproof_c::compile_text("w.c", PROGRAM, DataModel::Lp64)
            .unwrap_or_else(|failed| panic!("{failed:?}"));
        let mut sources = Sources::new();
        sources.add("w.c", PROGRAM.as_bytes());
        let request = Request {
            engine: None,
            order: Order::Hb,
            algorithm: Algorithm::Best,
            all: false,
            races_only: false,
            aims: Arc::default(),
            rounds: None,
            unwind: None,
            teams: Teams::only(2..=2),
            jobs: 1,
            faithful_waits: false,
            draw: false,
            so_far: Arc::default(),
        };
        let budget = Budget::new(None, u64::MAX, 1 << 30);
        let mut prepared = prepare(compiled);
        let checked = check(
            &mut prepared,
            &Config::default(),
            &[],
            &sources,
            &request,
            &budget,
        );
        (checked.report.findings[0].clone(), sources)
    }

    fn drawn(screen: &Screen<'_>, width: u16, height: u16) -> String {
        let mut terminal = Terminal::new(TestBackend::new(width, height)).expect("a screen in memory");
        terminal
            .draw(|frame| screen.draw(frame))
            .expect("a screen in memory");
        terminal.backend().to_string()
    }

    fn press(screen: &mut Screen<'_>, keys: &[KeyCode]) {
        for key in keys {
            assert!(screen.press(KeyEvent::new(*key, KeyModifiers::NONE)));
        }
    }

    #[test]
    fn a_race_is_gone_through() {
        let (finding, sources) = race();
        let mut screen = Screen::new(&finding, &sources, true);
        insta::assert_snapshot!("first_step", drawn(&screen, 110, 30));
        press(
            &mut screen,
            &[KeyCode::Right, KeyCode::Char('j'), KeyCode::Char('j')],
        );
        insta::assert_snapshot!("fourth_step", drawn(&screen, 110, 30));
        press(&mut screen, &[KeyCode::End]);
        insta::assert_snapshot!("last_step", drawn(&screen, 70, 22));
    }

    #[test]
    fn keys_go_forward_and_back() {
        let (finding, sources) = race();
        let mut screen = Screen::new(&finding, &sources, false);
        let mut at = |keys: &[KeyCode]| {
            press(&mut screen, keys);
            (screen.at, screen.thread().expect("there are steps"))
        };
        let (last, reader) = at(&[KeyCode::End]);
        assert_eq!(at(&[KeyCode::Right]), (last, reader));
        assert_eq!(at(&[KeyCode::Left]), (last - 1, reader));
        let (before, writer) = at(&[KeyCode::BackTab]);
        assert!(before < last - 1 && writer != reader);
        assert_eq!(at(&[KeyCode::Tab]), (before + 1, reader));
        assert_eq!(at(&[KeyCode::PageDown]).0, last);
        assert_eq!(at(&[KeyCode::Home, KeyCode::Left]), (0, 0));
        assert!(!screen.press(KeyEvent::new(KeyCode::Char('q'), KeyModifiers::NONE)));
        assert!(!screen.press(KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL)));
    }

    #[test]
    fn any_size_and_any_finding_can_be_drawn() {
        let (mut finding, sources) = race();
        for (width, height) in [(1, 1), (9, 5), (200, 3), (20, 60)] {
            drawn(&Screen::new(&finding, &sources, true), width, height);
        }
        let bare = drawn(&Screen::new(&finding, &Sources::new(), true), 60, 20);
        assert!(bare.contains("no source is known"), "{bare}");
        // A file may have become shorter.
        for step in &mut finding.schedule {
            step.at.line = 5000;
        }
        drawn(&Screen::new(&finding, &sources, true), 60, 20);
        finding.schedule.clear();
        let mut screen = Screen::new(&finding, &sources, true);
        drawn(&screen, 60, 20);
        press(
            &mut screen,
            &[KeyCode::Right, KeyCode::Tab, KeyCode::End, KeyCode::BackTab],
        );
    }

    #[test]
    fn tabs_are_spaces() {
        assert_eq!(spaced("\ta\tb"), "    a   b");
    }
}
