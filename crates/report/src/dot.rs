//! Computation graphs in the language of Graphviz.
//!
//! A box for each node: its task, where it begins, what it accesses. Isolated nodes have round corners; the
//! two nodes of a race are red.

use crate::Describe;
use raceproof_machine::Site;
use raceproof_order::ComputationGraph;
use std::fmt::Write as _;

/// The picture of a graph; `starts` says where each node begins.
pub fn render(graph: &ComputationGraph, starts: &[Site], describe: &Describe<'_>) -> String {
    let mut out = String::from("digraph computation {\n  node [shape=box, fontname=monospace];\n");
    let race = graph.detect_race();
    for (i, node) in graph.nodes().iter().enumerate() {
        let start = starts.get(i).copied().unwrap_or(Site::START);
        let at = describe.site(start);
        let place = match at.is_known() {
            true => format!("{}:{}", at.file, at.line),
            false => "start".to_owned(),
        };
        let count = |n: usize, word: &str| match n {
            0 => String::new(),
            n => format!("\\n{word} {n} range{}", if n == 1 { "" } else { "s" }),
        };
        let reads = count(node.reads.list().len(), "reads");
        let writes = count(node.writes.list().len(), "writes");
        let races = race.is_some_and(|(a, b)| [a.0, b.0].contains(&(i as u32)));
        let mut style = String::new();
        if node.isolated {
            style += ", style=rounded";
        }
        if races {
            style += ", color=red, fontcolor=red, penwidth=2";
        }
        let place = place.replace(['"', '\\'], "_");
        let _ = writeln!(
            out,
            "  n{i} [label=\"task {}\\n{place}{reads}{writes}\"{style}];",
            node.task
        );
    }
    for (i, node) in graph.nodes().iter().enumerate() {
        for before in &node.before {
            let _ = writeln!(out, "  n{} -> n{i};", before.0);
        }
    }
    out.push_str("}\n");
    out
}
