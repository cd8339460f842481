// `npm run check`: format, lint, types, imports, dependencies, packages and the tree. Changes nothing.
//   npm run check -- types imports      only these steps
import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, ensureInstalled, root } from './bootstrap.mjs';

const bin = (name) => join(root, 'node_modules/.bin', name);
const packages = readdirSync(join(root, 'packages')).map((name) => `packages/${name}`);

/** What each step proves, and the program that proves it. */
const steps = [
  { name: 'biome', command: [bin('biome'), 'check', '--error-on-warnings', '.'] },
  // Biome has no types of other packages, and so misses half of the promises that nobody awaits. Who knows all types
  // can check them as well, of the tests too; what is published is checked by the build, with the usual compiler.
  { name: 'types and promises', command: [bin('oxlint'), '--type-aware', '--type-check', '--deny-warnings'] },
  { name: 'imports', command: [process.execPath, 'scripts/check-imports.mjs'] },
  { name: 'knip', command: [bin('knip'), '--no-progress', '--no-config-hints'] },
  { name: 'lua', command: [process.execPath, 'scripts/embed-lua.mjs', '--check'] },
  { name: 'docs', command: [process.execPath, 'scripts/check-docs.mjs'] },
  { name: 'changes', command: [process.execPath, 'scripts/release-notes.mjs', '--check'] },
  { name: 'tree', command: [process.execPath, 'scripts/check-tree.mjs'] },
  ...packages.flatMap((folder) => [
    { name: `publint ${folder}`, command: [bin('publint'), folder, '--strict', '--pack', 'npm'] },
    { name: `attw ${folder}`, command: [bin('attw'), '--pack', folder] },
  ]),
];

function runStep({ name, command: [program, ...args] }) {
  const startedAt = Date.now();
  return new Promise((done) => {
    const child = spawn(program, args, { cwd: root, env: { ...process.env, NO_COLOR: '1' } });
    let output = '';
    const collect = (chunk) => {
      output += chunk;
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.on('error', (error) =>
      done({ name, ok: false, output: error.message, tookMs: Date.now() - startedAt }),
    );
    child.on('close', (code) => done({ name, ok: code === 0, output, tookMs: Date.now() - startedAt }));
  });
}

async function runAll(chosen) {
  const queue = chosen.entries();
  const results = [];
  const worker = async () => {
    for (const [index, step] of queue) results[index] = await runStep(step);
  };
  await Promise.all(Array.from({ length: Math.min(cpus().length, 4) }, worker));
  return results;
}

function print(results) {
  for (const { name, output } of results.filter(({ ok }) => !ok)) {
    console.log(`\n──── ${name} ────\n${output.trim()}`);
  }
  console.log('\nchecks');
  for (const { name, ok, tookMs } of results) {
    console.log(`  ${ok ? '✓' : '✗'} ${name} (${(tookMs / 1000).toFixed(1)} s)`);
  }
}

/** Expects an installed and built workspace. An empty list of names means every step. */
export async function runChecks(names = []) {
  const chosen = steps.filter(
    ({ name }) => names.length === 0 || names.some((wanted) => name.includes(wanted)),
  );
  const results = await runAll(chosen);
  print(results);
  const failed = results.filter(({ ok }) => !ok).length;
  return { passed: results.length - failed, failed };
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  ensureInstalled();
  build();
  const { passed, failed } = await runChecks(process.argv.slice(2));
  console.log(`\nchecks: ${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
}
