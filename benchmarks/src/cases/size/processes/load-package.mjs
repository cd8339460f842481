// Loads one package into an empty process, and prints what that took.
//   node --expose-gc load-package.mjs import|require SPECIFIER
import { createRequire } from 'node:module';

const [way, specifier] = process.argv.slice(2);
const require = createRequire(import.meta.url);

async function load() {
  if (way === 'require') require(specifier);
  else await import(specifier);
}

function heapBytes() {
  globalThis.gc();
  return process.memoryUsage().heapUsed;
}

const heapBefore = heapBytes();
const startedAt = performance.now();
const before = process.cpuUsage();
await load();
const { user, system } = process.cpuUsage(before);
const wallMs = performance.now() - startedAt;
console.log(JSON.stringify({ cpuUs: user + system, wallMs, heapBytes: heapBytes() - heapBefore }));
