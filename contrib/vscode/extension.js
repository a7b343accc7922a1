// A client of `maymust lsp`: diagnostics and hovers come by themselves; a failing run opens beside the source.
const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

function activate(context) {
  const command = vscode.workspace.getConfiguration("maymust").get("command");
  const server = { command, args: ["lsp"] };
  const middleware = {
    async executeCommand(name, args, next) {
      const text = await next(name, args);
      if (name === "maymust.trace" && text) {
        const document = await vscode.workspace.openTextDocument({ content: text });
        await vscode.window.showTextDocument(document, vscode.ViewColumn.Beside);
      }
      return text;
    },
  };
  const options = { documentSelector: [{ scheme: "file", language: "c" }], middleware };
  client = new LanguageClient("maymust", "maymust", server, options);
  context.subscriptions.push(client);
  return client.start();
}

function deactivate() {
  return client && client.stop();
}

module.exports = { activate, deactivate };
