import { relative } from 'node:path';

/** A file that fails outside its tests (does not load, a hook throws) has no failed test to be counted by. */
function filesFailedOutsideTests({ testResults }) {
  return testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((result) => result.status === 'failed'),
  ).length;
}

/**
 * Counts what Vitest did, from its JSON report and its exit code, so that no failure is left out.
 * Without a report, after an error outside any file, and where nothing ran, one failure is counted.
 */
export function countTests(report, exitCode) {
  if (report === undefined) return { passed: 0, failed: 1, skipped: 0 };
  const passed = report.numPassedTests;
  const failed = report.numFailedTests + filesFailedOutsideTests(report);
  const unseen = failed === 0 && (exitCode !== 0 || passed === 0) ? 1 : 0;
  return { passed, failed: failed + unseen, skipped: report.numPendingTests + report.numTodoTests };
}

/** `N passed, N failed`, with `, N skipped` where tests were skipped. */
export function closingLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/** One line each for the files whose tests and hooks took longest, without the time of their imports. */
export function slowestFiles({ testResults }, root, count = 10) {
  const took = testResults.map(({ name, startTime, endTime }) => ({ name, ms: endTime - startTime }));
  const slowest = took.sort((a, b) => b.ms - a.ms).slice(0, count);
  return slowest.map(({ name, ms }) => `${(ms / 1000).toFixed(1).padStart(7)} s  ${relative(root, name)}`);
}
