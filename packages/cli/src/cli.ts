#!/usr/bin/env node
import { setFlagsFromString } from 'node:v8';
import { exitCodes } from './exit-codes.js';
import { versionOfScript } from './own-version.js';
import { runCli } from './program.js';
import { stopSignals } from './stop-signals.js';

// Left alone, V8 collects the garbage of a long push only at four times what is in use, which is most of its memory.
setFlagsFromString('--heap-growing-percent=30');

// `wetempo status | head` closes the pipe early; that is no error.
process.stdout.on('error', () => process.exit(exitCodes.stopped));
// Nor is `wetempo push … 2>&1 | head`: notes that nobody reads must not end a push whose messages are under way.
process.stderr.on('error', () => undefined);

runCli(process.argv.slice(2), {
  env: process.env,
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  stopping: stopSignals(),
  folder: process.cwd(),
  version: versionOfScript(process.argv[1] ?? ''),
}).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    process.stderr.write(`wetempo: ${error instanceof Error ? error.stack : String(error)}\n`);
    process.exitCode = exitCodes.failed;
  },
);
