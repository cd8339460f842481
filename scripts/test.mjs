// `npm test`: installs what is missing, a Redis included, builds, and runs every test.
//   npm test                                everything
//   npm test -- packages/core/src/token     what matches; any other argument of vitest works as well
//   npm test -- --with-checks               `npm run check` first, its steps counted along
// The last line is always `N passed, N failed`, with `, N skipped` where tests were skipped.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, ensureInstalled, ensureRedis, root } from './bootstrap.mjs';
import { runChecks } from './check.mjs';

function runVitest(args, redisServer, outputFile) {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${outputFile}`];
  const { status } = spawnSync(process.execPath, [vitest, 'run', ...reporters, ...args], {
    cwd: root,
    env: { ...process.env, WETEMPO_REDIS_SERVER: redisServer },
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

/** A file that fails outside its tests (does not load, a hook throws) has no failed test to be counted by. */
function filesFailedOutsideTests(report) {
  return report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((result) => result.status === 'failed'),
  ).length;
}

function count(report, status) {
  if (report === undefined) return { passed: 0, failed: 1, skipped: 0 };
  const passed = report.numPassedTests;
  const failed = report.numFailedTests + filesFailedOutsideTests(report);
  // Vitest also fails for errors outside any file and for an empty run.
  const unseen = failed === 0 && (status !== 0 || passed === 0) ? 1 : 0;
  return { passed, failed: failed + unseen, skipped: report.numPendingTests + report.numTodoTests };
}

function runTests(args, redisServer) {
  const folder = mkdtempSync(join(tmpdir(), 'wetempo-report-'));
  const outputFile = join(folder, 'vitest.json');
  const status = runVitest(args, redisServer, outputFile);
  const counts = count(readReport(outputFile), status);
  rmSync(folder, { recursive: true, force: true });
  return counts;
}

const withChecks = process.argv.includes('--with-checks');
const vitestArgs = process.argv.slice(2).filter((argument) => argument !== '--with-checks');

ensureInstalled();
const redisServer = ensureRedis();
build();
const checks = withChecks ? await runChecks() : { passed: 0, failed: 0 };
const tests = runTests(vitestArgs, redisServer);

const passed = checks.passed + tests.passed;
const failed = checks.failed + tests.failed;
const skipped = tests.skipped > 0 ? `, ${tests.skipped} skipped` : '';
console.log(`\n${passed} passed, ${failed} failed${skipped}`);
process.exitCode = failed === 0 ? 0 : 1;
