import { describe, expect, it } from 'vitest';
import { closingLine, countTests, slowestFiles } from './test-report.mjs';

const report = (overrides) => ({
  numPassedTests: 3,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  testResults: [],
  ...overrides,
});
const file = (status, ...results) => ({
  status,
  assertionResults: results.map((result) => ({ status: result })),
});

describe('the closing line', () => {
  it('counts what passed, failed and was skipped', () => {
    const counts = countTests(report({ numFailedTests: 1, numPendingTests: 1, numTodoTests: 1 }), 1);
    expect(closingLine(counts)).toBe('3 passed, 1 failed, 2 skipped');
  });

  it('counts a file that does not load, or whose hook throws, as a failure', () => {
    const testResults = [file('failed'), file('failed', 'passed'), file('passed', 'passed')];
    expect(countTests(report({ testResults }), 1).failed).toBe(2);
  });

  it('counts a file with failed tests by its tests', () => {
    const testResults = [file('failed', 'failed', 'passed')];
    expect(countTests(report({ numFailedTests: 1, testResults }), 1).failed).toBe(1);
  });

  it('is never green after an error outside all files, an empty run or a crash', () => {
    expect(countTests(report(), 1).failed).toBe(1);
    expect(countTests(report({ numPassedTests: 0 }), 0).failed).toBe(1);
    expect(countTests(undefined, 0).failed).toBe(1);
  });

  it('is green only where all passed', () => {
    expect(closingLine(countTests(report(), 0))).toBe('3 passed, 0 failed');
  });
});

describe('the slowest files', () => {
  const took = (name, ms) => ({ name: `/repo/${name}`, startTime: 1_000, endTime: 1_000 + ms });

  it('are named with their seconds, slowest first, and not more of them than asked for', () => {
    const testResults = [took('a.spec.ts', 40), took('b.spec.ts', 12_340), took('c.spec.ts', 900)];
    expect(slowestFiles(report({ testResults }), '/repo', 2)).toEqual([
      '   12.3 s  b.spec.ts',
      '    0.9 s  c.spec.ts',
    ]);
  });
});
