import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { judgeRound } from '../src/crash/judge-round.mjs';

const run = promisify(execFile);
const crash = fileURLToPath(new URL('../crash.mjs', import.meta.url));
const seed = Math.floor(Math.random() * 1_000_000);

function judged(recipients: readonly string[], states: readonly (string | undefined)[], isRepeatable = true) {
  return judgeRound({ recipients, states, recipientOf: (n) => `o${n}`, isRepeatable });
}

describe('the judgement of a crash run', () => {
  it('finds nothing where every message arrived once and is called sent', () => {
    const { figures, broken } = judged(['o1', 'o0'], ['sent', 'sent']);
    expect(figures).toMatchObject({ planned: 2, delivered: 2, twice: 0, lost: 0, sent: 2 });
    expect(broken).toEqual([]);
  });

  it('lets a message be unknown where the platform would not know it again', () => {
    const { figures, broken } = judged(['o1'], ['unknown', 'unknown', 'failed'], false);
    expect(figures).toMatchObject({ delivered: 1, lost: 0, unknown: 2, unknownDelivered: 1, failed: 1 });
    expect(broken).toEqual([]);
  });

  it.each([
    ['delivered twice', ['o0', 'o0'], ['sent']],
    ['are lost', [], ['sent']],
    ['are lost', [], [undefined]],
    ['still pending', ['o0'], ['pending']],
    ['called failed, but were delivered', ['o0'], ['failed']],
    ['the store knows nothing', ['o0'], [undefined]],
    ['were not delivered', [], ['unknown']],
    ['not called sent', ['o0'], ['unknown']],
    ['nobody planned', ['o0', 'o1'], ['sent']],
  ])('names messages that %s', (sentence, recipients, states) => {
    const { broken } = judged(recipients, states);
    expect(broken).toContainEqual(expect.stringContaining(sentence));
  });
});

describe('a small crash run', () => {
  it(`delivers each message once though processes, Redis and connections die, with --seed ${seed}`, {
    timeout: 240_000,
  }, async () => {
    const storm = [
      '--latency-ms',
      '100',
      '--in-flight',
      '8',
      '--kill-every-ms',
      '1000',
      '--most-kills',
      '5',
      '--pauses',
      '0',
    ];
    const small = ['--messages', '600', ...storm, '--seed', `${seed}`, '--json'];
    // Where a promise is broken the program exits with 1, and the error shows its figures.
    const { stdout } = await run(process.execPath, [crash, ...small]);
    const { rounds } = JSON.parse(stdout);
    expect(rounds).toMatchObject([
      { seed, planned: 600, delivered: 600, twice: 0, lost: 0, sent: 600, calamities: 2, broken: [] },
    ]);
    expect(rounds[0].kills).toBeGreaterThan(0);
    expect(rounds[0].requests).toBeGreaterThan(600);
  });

  it.each([
    [['--workers', 'many'], '--workers: must be a positive whole number, got "many"'],
    [['--cut-share', '3'], '--cut-share: must be a number from 0 to 1, got "3"'],
    [['--kind', 'letter'], '--kind: must be one of template, subscribe, customer, got "letter"'],
  ])('names the option that is wrong: %j', async (args, wanted) => {
    const outcome = run(process.execPath, [crash, ...args]);
    await expect(outcome).rejects.toMatchObject({ stderr: expect.stringContaining(wanted) });
  });
});
