#!/usr/bin/env node
import { parseArguments, USAGE } from './cli/parse-arguments.js';
import type { Simulator } from './simulator.js';
import { startSimulator } from './start-simulator.js';

async function main(args: readonly string[]): Promise<void> {
  const command = parseArguments(args);
  if (command.kind === 'help') {
    process.stdout.write(USAGE);
    return;
  }
  const simulator = await startSimulator(command.options);
  for (const fault of command.faults) simulator.faults.add(fault);
  for (const { account, settings } of command.callbacks) simulator.callbacks.configure(account, settings);
  stopOnSignal(simulator);
  const { url } = simulator;
  process.stdout.write(command.json ? `${JSON.stringify({ url })}\n` : `Fake WeChat platform at ${url}\n`);
}

function stopOnSignal(simulator: Simulator): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void simulator.close().then(() => process.exit(0)));
  }
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
});
