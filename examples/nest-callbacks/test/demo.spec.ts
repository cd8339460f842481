import { describe, expect, it, vi } from 'vitest';
import { runDemo } from '../src/demo/run-demo.js';

describe('the demo', () => {
  it('comes out as it should, to the last line', async () => {
    const print = vi.spyOn(console, 'log').mockImplementation(() => undefined);
    const exitCode = await runDemo();
    const report = print.mock.calls.flat().join('\n');
    print.mockRestore();
    expect(report).not.toContain('✗');
    expect(report.match(/✓/g)).toHaveLength(10);
    expect(exitCode).toBe(0);
  });
});
