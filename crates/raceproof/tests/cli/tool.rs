//! What is around the tool: browsers, editors, and the verification community.

use std::io::{BufReader, Write as _};
use std::process::{Command, Stdio};

use super::{Case, RACY, assert_rejected};
use serde_json::{Value, json};

#[test]
fn the_page_is_shown_in_the_browser() {
    let case = Case::new();
    case.write("a.c", RACY)
        .write("browser", "#!/bin/sh\ncp \"$1\" shown.html\n");
    let open = |browser: &str, more: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_raceproof"))
            .current_dir(case.directory.path())
            .env("BROWSER", browser)
            .env("TMPDIR", case.directory.path())
            .args(["check", "--quiet", "--open", "a.c"])
            .args(more)
            .output()
            .unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    let browser = case.path("browser");
    let made = Command::new("chmod").arg("+x").arg(&browser).status().unwrap();
    assert!(made.success());
    let browser = browser.display().to_string();
    assert_eq!(open(&browser, &[]), (Some(1), String::new()));
    let page = std::fs::read_to_string(case.path("shown.html")).unwrap();
    assert!(page.contains("<title>race: a.c (raceproof "), "{page}");
    assert_eq!(
        open(&browser, &["--format", "html", "-o", "mine.html"]).0,
        Some(1)
    );
    let shown = std::fs::read_to_string(case.path("shown.html")).unwrap();
    assert_eq!(shown, std::fs::read_to_string(case.path("mine.html")).unwrap());
    let (status, message) = open("/does/not/exist", &[]);
    assert_eq!(status, Some(2));
    assert!(message.contains("set $BROWSER"), "{message}");
}

#[test]
fn the_property_of_the_verification_community_is_answered() {
    let case = Case::new();
    case.write("a.c", RACY)
        .write(
            "no-data-race.prp",
            "CHECK( init(main()), LTL(G ! data-race) )\n\n",
        )
        .write("other.prp", "CHECK( init(main()), LTL(G ! overflow) )\n");
    let last = |args: &[&str]| {
        let output = case.run(args);
        let text = String::from_utf8(output.stdout).unwrap();
        text.lines().last().unwrap_or_default().to_owned()
    };
    let property = ["check", "--property", "no-data-race.prp"];
    assert_eq!(
        last(&[&property[..], &["a.c"]].concat()),
        "result: false(no-data-race)"
    );
    assert_eq!(
        last(&[&property[..], &["-DSAFE", "-q", "a.c"]].concat()),
        "result: true"
    );
    case.write(
        "b.c",
        format!("void g(void);\n{}", RACY.replace("return x", "g(); return x")),
    );
    let unknown = ["-DSAFE", "--extern", "anything", "b.c"];
    assert_eq!(last(&[&property[..], &unknown].concat()), "result: unknown");
    assert!(!last(&["check", "a.c"]).starts_with("result"));
    assert_rejected(
        &case,
        &["check", "--property", "other.prp", "a.c"],
        "G ! data-race",
    );
    assert_rejected(&case, &["check", "--property", "none.prp", "a.c"], "none.prp");
}

/// A message as the protocol has it.
fn framed(message: &Value) -> String {
    let text = message.to_string();
    format!("Content-Length: {}\r\n\r\n{text}", text.len())
}

/// The next message from the server.
fn receive(from: &mut impl std::io::BufRead) -> Value {
    let mut length = 0;
    loop {
        let mut line = String::new();
        assert!(from.read_line(&mut line).unwrap() > 0, "the server has gone");
        match line.trim() {
            "" => break,
            header => {
                if let Some(number) = header.strip_prefix("Content-Length: ") {
                    length = number.parse().unwrap();
                }
            }
        }
    }
    let mut text = vec![0; length];
    from.read_exact(&mut text).unwrap();
    serde_json::from_slice(&text).unwrap()
}

#[test]
fn an_editor_is_told_of_races() {
    let case = Case::new();
    case.write("a b.c", RACY);
    let root = format!("file://{}", case.directory.path().display());
    let file = format!("{root}/a%20b.c");
    let mut server = Command::new(env!("CARGO_BIN_EXE_raceproof"))
        .arg("lsp")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut to = server.stdin.take().unwrap();
    let mut from = BufReader::new(server.stdout.take().unwrap());
    let mut send = |method: &str, id: Option<u32>, params: Value| {
        let mut message = json!({ "jsonrpc": "2.0", "method": method, "params": params });
        if let Some(id) = id {
            message["id"] = json!(id);
        }
        to.write_all(framed(&message).as_bytes()).unwrap();
        to.flush().unwrap();
    };
    let folders = json!([{ "uri": root, "name": "project" }]);
    let start = json!({ "capabilities": {}, "workspaceFolders": folders, "initializationOptions": { "arguments": [] } });
    send("initialize", Some(1), start);
    assert_eq!(
        receive(&mut from)["result"]["capabilities"]["textDocumentSync"]["openClose"],
        true
    );
    send("initialized", None, json!({}));
    let document = json!({ "uri": file, "languageId": "c", "version": 1, "text": RACY });
    send("textDocument/didOpen", None, json!({ "textDocument": document }));
    let told = receive(&mut from);
    assert_eq!(told["method"], "textDocument/publishDiagnostics");
    assert_eq!(told["params"]["uri"], file.as_str());
    let diagnostic = &told["params"]["diagnostics"][0];
    assert_eq!(
        (&diagnostic["code"], &diagnostic["severity"]),
        (&json!("RP001"), &json!(1))
    );
    assert_eq!(diagnostic["message"], "race: data race on `x`");
    let related = diagnostic["relatedInformation"].as_array().unwrap();
    assert!(related.len() > 2, "{diagnostic}");
    assert!(
        related.iter().any(|one| one["message"] == "main reads `x`"),
        "{diagnostic}"
    );
    assert_eq!(receive(&mut from)["params"]["message"], "verdict: race");
    // What is repaired is taken back.
    case.write("a b.c", RACY.replace("#ifdef SAFE", "#if 1"));
    send(
        "textDocument/didSave",
        None,
        json!({ "textDocument": { "uri": file } }),
    );
    let told = receive(&mut from);
    assert_eq!(told["params"]["diagnostics"], json!([]), "{told}");
    assert_eq!(receive(&mut from)["params"]["message"], "verdict: race-free");
    // A file that is not understood says why in the log.
    case.write("a b.c", "int main(");
    send(
        "textDocument/didSave",
        None,
        json!({ "textDocument": { "uri": file } }),
    );
    assert_eq!(receive(&mut from)["params"]["diagnostics"], json!([]));
    let log = receive(&mut from);
    assert_eq!(log["params"]["type"], 1, "{log}");
    send("shutdown", Some(2), Value::Null);
    assert_eq!(receive(&mut from)["id"], 2);
    send("exit", None, Value::Null);
    assert!(server.wait().unwrap().success());
}
