// `npm test`: installs what is missing, Redis and MariaDB included, builds, and runs every test.
//   npm test                                everything
//   npm test -- packages/core/src/token     what matches; any other argument of Vitest works as well
//   npm test -- --with-checks               `npm run check` first and the guard of what a send costs last, counted along
// The last line is always `N passed, N failed`, with `, N skipped` where tests were skipped.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, ensureInstalled, ensureServers, root } from './bootstrap.mjs';
import { runChecks } from './check.mjs';
import { closingLine, countTests, slowestFiles } from './test-report.mjs';

function runVitest(args, servers, outputFile) {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${outputFile}`];
  const { status } = spawnSync(process.execPath, [vitest, 'run', ...reporters, ...args], {
    cwd: root,
    env: { ...process.env, ...servers },
    stdio: 'inherit',
  });
  return status ?? 1;
}

function readReport(outputFile) {
  try {
    return JSON.parse(readFileSync(outputFile, 'utf8'));
  } catch {
    return undefined;
  }
}

function runTests(args, servers) {
  const folder = mkdtempSync(join(tmpdir(), 'wetempo-report-'));
  const outputFile = join(folder, 'vitest.json');
  const exitCode = runVitest(args, servers, outputFile);
  const report = readReport(outputFile);
  rmSync(folder, { recursive: true, force: true });
  if (report !== undefined) console.log(`\nslowest files\n${slowestFiles(report, root).join('\n')}`);
  return countTests(report, exitCode);
}

/** Alone on the machine: after the tests. One that cannot be run is one that failed. */
async function runGuard(servers) {
  Object.assign(process.env, servers);
  try {
    const guard = await import('../benchmarks/guard.mjs');
    return await guard.runGuard();
  } catch (error) {
    console.error(error);
    return { passed: 0, failed: 1 };
  }
}

const withChecks = process.argv.includes('--with-checks');
const vitestArgs = process.argv.slice(2).filter((argument) => argument !== '--with-checks');

ensureInstalled();
const servers = ensureServers();
build();
const none = { passed: 0, failed: 0 };
const checks = withChecks ? await runChecks() : none;
const tests = runTests(vitestArgs, servers);
const guard = withChecks ? await runGuard(servers) : none;

const passed = checks.passed + tests.passed + guard.passed;
const failed = checks.failed + tests.failed + guard.failed;
console.log(`\n${closingLine({ passed, failed, skipped: tests.skipped })}`);
process.exitCode = failed === 0 ? 0 : 1;
