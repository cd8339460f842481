#!/usr/bin/env node
import { startSimulator } from './simulator.js';

async function main(): Promise<void> {
  const simulator = await startSimulator({ log: false });
  process.stdout.write(`${JSON.stringify({ url: simulator.url })}\n`);
}

void main();
