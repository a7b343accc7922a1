//! `maymust lsp`: the language server protocol on standard input and output, for editors.
//!
//! A file that is opened or saved is checked by a process of its own, function by function, as the project compiles it
//! (`compile_commands.json` in the workspace or its `build` folder). What fails and what is unknown are diagnostics; hovering over a line says
//! what is known of its checks; a code action shows the run of what fails.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc::{Receiver, Sender, channel};

use lsp_server::{Connection, Message, Notification, Request, Response};
use maymust_project::{Unit, database, paths};
use serde_json::{Value, json};

use crate::exit::Exit;

/// The command of the code action.
const TRACE: &str = "maymust.trace";
/// How long a file may take.
const LIMIT: &str = "30s";

/// The answers for a file.
#[derive(Clone, Default)]
struct Answers {
    /// As [`maymust_report::json`] writes them.
    checks: Vec<Value>,
}

struct Server {
    connection: Connection,
    workspace: PathBuf,
    files: BTreeMap<String, Answers>,
    /// Files to be checked, by their URIs.
    ask: Sender<String>,
}

/// Serves until the editor ends it.
pub fn serve() -> Result<i32, Exit> {
    let (connection, threads) = Connection::stdio();
    let said = |e: &dyn std::fmt::Display| Exit::input(format!("the editor speaks another protocol: {e}"));
    let capabilities = json!({
        "textDocumentSync": { "openClose": true, "save": true },
        "hoverProvider": true,
        "codeActionProvider": true,
        "executeCommandProvider": { "commands": [TRACE] },
    });
    let start = connection.initialize(capabilities).map_err(|e| said(&e))?;
    let workspace = start["rootUri"].as_str().and_then(path_of).unwrap_or_default();
    let (ask, asked) = channel();
    let (tell, told) = channel();
    let folder = workspace.clone();
    // One at a time: an editor is in use meanwhile. It ends with the process.
    std::thread::spawn(move || work(&folder, &asked, &tell));
    let mut server = Server { connection, workspace, files: BTreeMap::new(), ask };
    let result = server.run(&told);
    drop(server);
    result.map_err(|e| said(&e))?;
    threads.join().map_err(|e| said(&e))?;
    Ok(0)
}

/// Checks files as they are asked about; of several requests for one file the last counts.
fn work(workspace: &Path, asked: &Receiver<String>, tell: &Sender<(String, Answers)>) {
    while let Ok(first) = asked.recv() {
        let mut uris = vec![first];
        uris.extend(asked.try_iter());
        uris.sort_unstable();
        uris.dedup();
        for uri in uris {
            let Some(path) = path_of(&uri) else { continue };
            if tell.send((uri, check(workspace, &path))).is_err() {
                return;
            }
        }
    }
}

/// The answers for a file; what stands in the way is an answer too.
fn check(workspace: &Path, path: &Path) -> Answers {
    answers(workspace, path).unwrap_or_else(|said| {
        let said = said.lines().next().unwrap_or("").to_owned();
        let check = json!({ "verdict": "unknown", "kind": "file", "message": said, "line": 1, "column": 1, "file": path });
        Answers { checks: vec![check] }
    })
}

fn answers(workspace: &Path, path: &Path) -> Result<Answers, String> {
    let (answers, _) = run(workspace, path, "--each-function")?;
    Ok(Answers { checks: answers["checks"].as_array().cloned().unwrap_or_default() })
}

/// Checks a file from some entries: the answers, and what fails as text.
fn run(workspace: &Path, path: &Path, entries: &str) -> Result<(Value, String), String> {
    let say = |e: std::io::Error| e.to_string();
    let folder = tempfile::tempdir().map_err(say)?;
    let json = folder.path().join("answers.json");
    let mut command = Command::new(std::env::current_exe().map_err(say)?);
    command.args(["check", entries, "--findings-only", "-w", "--timeout", LIMIT, "--also-json"]);
    command.arg(&json).stdin(Stdio::null());
    if workspace.is_dir() {
        command.current_dir(workspace);
    }
    match unit(workspace, path) {
        Some(unit) => {
            let units = folder.path().join("units.json");
            std::fs::write(&units, crate::project::database(&[unit])).map_err(say)?;
            command.arg("--units").arg(units);
        }
        None => {
            command.arg(path);
        }
    }
    let output = command.output().map_err(say)?;
    let answers = std::fs::read_to_string(&json).ok().and_then(|t| serde_json::from_str::<Value>(&t).ok());
    let answers = answers.ok_or_else(|| String::from_utf8_lossy(&output.stderr).into_owned())?;
    Ok((answers, String::from_utf8_lossy(&output.stdout).into_owned()))
}

/// The file as the project compiles it.
fn unit(workspace: &Path, path: &Path) -> Option<Unit> {
    let places = [workspace.to_owned(), workspace.join("build")];
    let units =
        places.iter().filter(|p| p.join(database::NAME).is_file()).filter_map(|p| database::read(p).ok());
    units.flatten().find(|u| u.path() == paths::normal(path))
}

type Failure = Box<dyn std::error::Error + Send + Sync>;

impl Server {
    fn run(&mut self, told: &Receiver<(String, Answers)>) -> Result<(), Failure> {
        const PAUSE: std::time::Duration = std::time::Duration::from_millis(50);
        loop {
            for (uri, answers) in told.try_iter() {
                self.publish(&uri, &answers)?;
                self.files.insert(uri, answers);
            }
            match self.connection.receiver.recv_timeout(PAUSE) {
                Ok(Message::Request(request)) => {
                    if self.connection.handle_shutdown(&request)? {
                        return Ok(());
                    }
                    self.request(request)?;
                }
                Ok(Message::Notification(note)) => self.notification(&note),
                Ok(Message::Response(_)) => {}
                Err(e) if e.is_timeout() => {}
                Err(_) => return Ok(()),
            }
        }
    }

    fn notification(&mut self, note: &Notification) {
        if matches!(note.method.as_str(), "textDocument/didOpen" | "textDocument/didSave")
            && let Some(uri) = note.params["textDocument"]["uri"].as_str()
        {
            // The worker ends with the process only.
            let _ = self.ask.send(uri.to_owned());
        }
    }

    fn request(&mut self, request: Request) -> Result<(), Failure> {
        let uri = request.params["textDocument"]["uri"].as_str().unwrap_or("").to_owned();
        let result = match request.method.as_str() {
            "textDocument/hover" => self.hover(&uri, request.params["position"]["line"].as_u64()),
            "textDocument/codeAction" => {
                self.actions(&uri, request.params["range"]["start"]["line"].as_u64())
            }
            "workspace/executeCommand" => {
                let argument = |i: usize| request.params["arguments"][i].clone();
                let (uri, line) = (argument(0), argument(1));
                self.trace(uri.as_str().unwrap_or(""), line.as_u64())
            }
            _ => Value::Null,
        };
        self.connection.sender.send(Message::Response(Response::new_ok(request.id, result)))?;
        Ok(())
    }

    /// The checks on a line (from zero) of a file.
    fn checks_at(&self, uri: &str, line: Option<u64>) -> Vec<&Value> {
        let Some((answers, line)) = self.files.get(uri).zip(line) else { return Vec::new() };
        let is_here = |c: &&Value| c["line"].as_u64() == Some(line + 1) && self.is_of(c, uri);
        answers.checks.iter().filter(is_here).collect()
    }

    /// Does a check stand in this file, and not in a header?
    fn is_of(&self, check: &Value, uri: &str) -> bool {
        let file = check["file"].as_str().map(|f| paths::normal(&self.workspace.join(f)));
        file.is_some() && file == path_of(uri).map(|p| paths::normal(&p))
    }

    fn hover(&self, uri: &str, line: Option<u64>) -> Value {
        let checks = self.checks_at(uri, line);
        if checks.is_empty() {
            return Value::Null;
        }
        let line = |c: &&Value| {
            let (verdict, kind, message) = (&c["verdict"], &c["kind"], &c["message"]);
            let text = |v: &Value| v.as_str().unwrap_or("").to_owned();
            let reason =
                if text(verdict) == "unknown" { format!(": {}", text(&c["reason"])) } else { String::new() };
            format!("- **{}** {}: {}{reason}", text(verdict), text(kind), text(message))
        };
        let text: Vec<String> = checks.iter().map(line).collect();
        json!({ "contents": { "kind": "markdown", "value": text.join("\n") } })
    }

    fn actions(&self, uri: &str, line: Option<u64>) -> Value {
        let fails = self.checks_at(uri, line).iter().any(|c| c["verdict"] == "fails");
        if !fails {
            return json!([]);
        }
        json!([{ "title": "maymust: show the failing run", "command": TRACE, "arguments": [uri, line] }])
    }

    /// The runs that fail on a line: the entry is asked again by itself, and tells all.
    fn trace(&self, uri: &str, line: Option<u64>) -> Value {
        let failing = self.checks_at(uri, line).into_iter().find(|c| c["verdict"] == "fails");
        let entry = failing.and_then(|c| c["entry"].as_str());
        let Some((entry, path)) = entry.zip(path_of(uri)) else { return Value::Null };
        match run(&self.workspace, &path, &format!("--each-function={entry}")) {
            Ok((_, text)) => json!(text),
            Err(said) => json!(said),
        }
    }

    fn publish(&self, uri: &str, answers: &Answers) -> Result<(), Failure> {
        let diagnostic = |check: &Value| {
            let severity = match (check["verdict"].as_str()?, check["certainty"].as_str()) {
                ("fails", Some("conditional")) => 2,
                ("fails", _) => 1,
                ("unknown", _) => 4,
                _ => return None,
            };
            let line = check["line"].as_u64()?.saturating_sub(1);
            let column = check["column"].as_u64()?.saturating_sub(1);
            let text = |key: &str| check[key].as_str().unwrap_or("").to_owned();
            let what = if severity == 4 { "not proved: " } else { "" };
            Some(json!({
                "range": {
                    "start": { "line": line, "character": column },
                    "end": { "line": line, "character": column + 1 },
                },
                "severity": severity,
                "source": "maymust",
                "code": text("kind"),
                "message": format!("{what}{}", text("message")),
            }))
        };
        let is_here = |c: &&Value| self.is_of(c, uri);
        let diagnostics: Vec<Value> = answers.checks.iter().filter(is_here).filter_map(diagnostic).collect();
        let params = json!({ "uri": uri, "diagnostics": diagnostics });
        let note = Notification::new("textDocument/publishDiagnostics".to_owned(), params);
        self.connection.sender.send(Message::Notification(note))?;
        Ok(())
    }
}

/// The path of a `file:` URI.
fn path_of(uri: &str) -> Option<PathBuf> {
    let rest = uri.strip_prefix("file://")?;
    let mut bytes = Vec::new();
    let mut rest = rest.bytes();
    while let Some(byte) = rest.next() {
        if byte != b'%' {
            bytes.push(byte);
            continue;
        }
        let digits = [rest.next()?, rest.next()?];
        let text = std::str::from_utf8(&digits).ok()?;
        bytes.push(u8::from_str_radix(text, 16).ok()?);
    }
    Some(PathBuf::from(String::from_utf8(bytes).ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_of_uris() {
        assert_eq!(path_of("file:///a/b%20c.c"), Some(PathBuf::from("/a/b c.c")));
        assert_eq!(path_of("untitled:x"), None);
        assert_eq!(path_of("file:///%2"), None);
    }
}
