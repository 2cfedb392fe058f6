// Starts `raceproof lsp`, which does the rest.
"use strict";
const { workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

exports.activate = () => {
  const settings = workspace.getConfiguration("raceproof");
  client = new LanguageClient(
    "raceproof",
    "raceproof",
    { command: settings.get("path"), args: ["lsp"] },
    {
      documentSelector: [{ scheme: "file", language: "c" }],
      initializationOptions: { arguments: settings.get("arguments") },
    }
  );
  return client.start();
};

exports.deactivate = () => client && client.stop();
