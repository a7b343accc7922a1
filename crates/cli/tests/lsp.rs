//! `maymust lsp` as an editor meets it.

mod common;

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

use common::{compiler, maymust, scratch};
use serde_json::{Value, json};

struct Editor {
    child: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
    next: u64,
}

impl Editor {
    fn start() -> Editor {
        let mut child =
            maymust().arg("lsp").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it starts");
        let to = child.stdin.take().expect("a pipe");
        let from = BufReader::new(child.stdout.take().expect("a pipe"));
        Editor { child, to, from, next: 0 }
    }

    fn send(&mut self, message: Value) {
        let text = message.to_string();
        write!(self.to, "Content-Length: {}\r\n\r\n{text}", text.len()).expect("written");
    }

    fn notify(&mut self, method: &str, params: Value) {
        self.send(json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    fn read(&mut self) -> Value {
        let mut length = 0;
        loop {
            let mut line = String::new();
            self.from.read_line(&mut line).expect("a header");
            match line.trim_end().split_once(": ") {
                Some(("Content-Length", n)) => length = n.parse().expect("a number"),
                Some(_) => {}
                None => break,
            }
        }
        let mut text = vec![0; length];
        self.from.read_exact(&mut text).expect("a message");
        serde_json::from_slice(&text).expect("JSON")
    }

    /// The answer to a request.
    fn request(&mut self, method: &str, params: Value) -> Value {
        self.next += 1;
        let id = self.next;
        self.send(json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        loop {
            let message = self.read();
            if message["id"] == id {
                return message["result"].clone();
            }
        }
    }
}

#[test]
fn an_editor_is_served() {
    if compiler().is_none() {
        return;
    }
    let folder = scratch("lsp").join("with space");
    std::fs::create_dir_all(&folder).expect("a folder");
    let text = "int half(int x)\n{\n    return 10 / x;\n}\nint twice(short x)\n{\n    return x * 2;\n}\n";
    std::fs::write(folder.join("a.c"), text).expect("a file");
    let root = format!("file://{}", folder.display()).replace(' ', "%20");
    let uri = format!("{root}/a.c");
    let mut editor = Editor::start();
    let start = editor.request("initialize", json!({ "rootUri": root, "capabilities": {} }));
    assert_eq!(start["capabilities"]["hoverProvider"], true, "{start}");
    editor.notify("initialized", json!({}));
    let document = json!({ "uri": uri, "languageId": "c", "version": 1, "text": text });
    editor.notify("textDocument/didOpen", json!({ "textDocument": document }));
    let told = editor.read();
    assert_eq!(told["method"], "textDocument/publishDiagnostics", "{told}");
    let found = told["params"]["diagnostics"].as_array().expect("a list");
    assert_eq!(found.len(), 1, "{told}");
    assert_eq!(found[0]["range"]["start"]["line"], 2, "{told}");
    let at =
        |line: u64| json!({ "textDocument": { "uri": uri }, "position": { "line": line, "character": 4 } });
    let hover = editor.request("textDocument/hover", at(2));
    assert!(hover["contents"]["value"].as_str().is_some_and(|t| t.contains("**fails**")), "{hover}");
    assert_eq!(editor.request("textDocument/hover", at(0)), Value::Null);
    let place = json!({ "line": 2, "character": 0 });
    let range = json!({ "textDocument": { "uri": uri }, "range": { "start": place, "end": place } });
    let actions = editor.request("textDocument/codeAction", range);
    let run = json!({ "command": actions[0]["command"], "arguments": actions[0]["arguments"] });
    let trace = editor.request("workspace/executeCommand", run);
    assert!(trace.as_str().is_some_and(|t| t.contains("x = 0")), "{actions} {trace}");
    editor.request("shutdown", Value::Null);
    editor.notify("exit", Value::Null);
    assert!(editor.child.wait().is_ok_and(|s| s.success()));
}
