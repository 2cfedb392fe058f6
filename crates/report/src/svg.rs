//! The part of a computation graph that a race is about, as a picture in a page.
//!
//! A column for each task, time goes down. There are the two nodes that race, in red, and all that precedes
//! one of them: between the two there is no path, which a dashed line says. Isolated nodes have round
//! corners. What does not precede either of them would change nothing and is left out; so is the picture
//! where too much does.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use raceproof_machine::Site;
use raceproof_order::ComputationGraph;

use crate::Describe;
use crate::html::escape;

/// More nodes are no picture that somebody reads.
const MOST: usize = 80;

const WIDTH: usize = 160;
const HEIGHT: usize = 44;
const MARGIN: usize = 20;

/// The picture of the first race of a graph, if it has one and is not too large; `starts` says where each
/// node begins.
pub fn render(graph: &ComputationGraph, starts: &[Site], describe: &Describe<'_>) -> Option<String> {
    let (a, b) = graph.detect_race()?;
    let nodes = graph.nodes();
    let mut wanted = vec![false; nodes.len()];
    let mut open = vec![a, b];
    while let Some(node) = open.pop() {
        if !std::mem::replace(&mut wanted[node.0 as usize], true) {
            open.extend(&nodes[node.0 as usize].before);
        }
    }
    let shown: Vec<usize> = (0..nodes.len()).filter(|&i| wanted[i]).collect();
    if shown.len() > MOST {
        return None;
    }
    let mut columns: BTreeMap<u32, usize> = shown.iter().map(|&i| (nodes[i].task, 0)).collect();
    columns.values_mut().zip(0..).for_each(|(column, i)| *column = i);
    let row = |node: usize| shown.iter().position(|&i| i == node).unwrap_or(0);
    let middle = |node: usize| MARGIN + columns[&nodes[node].task] * WIDTH + (WIDTH - MARGIN) / 2;
    let top = |node: usize| MARGIN + row(node) * HEIGHT;
    let (width, height) = (columns.len() * WIDTH + MARGIN, shown.len() * HEIGHT + MARGIN);
    let mut out = format!(
        "<svg viewBox=\"0 0 {width} {height}\" width=\"{width}\" role=\"img\" fill=\"none\" stroke=\"currentColor\">\n\
         <title>Computation graph: no path leads from one of the red nodes to the other</title>\n"
    );
    let box_height = HEIGHT - MARGIN;
    for &i in &shown {
        for before in &nodes[i].before {
            let from = before.0 as usize;
            let _ = writeln!(
                out,
                "<path d=\"M{} {}L{} {}\"/>",
                middle(from),
                top(from) + box_height,
                middle(i),
                top(i)
            );
        }
    }
    let (a, b) = (a.0 as usize, b.0 as usize);
    let half = box_height / 2;
    let _ = writeln!(
        out,
        "<path class=\"race\" stroke=\"var(--race)\" stroke-dasharray=\"4 4\" d=\"M{} {}L{} {}\"/>",
        middle(a),
        top(a) + half,
        middle(b),
        top(b) + half
    );
    for &i in &shown {
        let at = describe.site(starts.get(i).copied().unwrap_or(Site::START));
        let place = match at.is_known() {
            true => format!("task {}, line {}", nodes[i].task, at.line),
            false => format!("task {}, start", nodes[i].task),
        };
        let (color, round) = (
            if i == a || i == b {
                "var(--race)"
            } else {
                "currentColor"
            },
            if nodes[i].isolated { half } else { 0 },
        );
        let left = middle(i) - (WIDTH - MARGIN) / 2;
        let _ = writeln!(
            out,
            "<rect x=\"{left}\" y=\"{}\" width=\"{}\" height=\"{box_height}\" rx=\"{round}\" fill=\"var(--ground)\" stroke=\"{color}\"/>\n\
             <text x=\"{}\" y=\"{}\" text-anchor=\"middle\" font-size=\"12\" stroke=\"none\" fill=\"{color}\">{}</text>",
            top(i),
            WIDTH - MARGIN,
            middle(i),
            top(i) + half + 4,
            escape(&place)
        );
    }
    out.push_str("</svg>\n");
    Some(out)
}
