import { mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ConfigError } from '../errors/errors.js';
import { ManualClock } from '../testing/manual-clock.js';
import type { PolicyOptions } from './policy-file.js';
import { type PolicyWatchOptions, watchPolicyFile } from './policy-watch.js';

const pollMs = 1000;
const withHeadroom = (headroom: number | string) => `limits:\n  headroom: ${headroom}\n`;

let folder: string;
let path: string;
let watched: { close(): void } | undefined;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wetempo-watch-'));
  path = join(folder, 'policy.yaml');
  await writeFile(path, withHeadroom(0.1));
});
afterEach(async () => {
  watched?.close();
  await rm(folder, { recursive: true });
});

/** A watch that looks when it is told to, and what it has told. */
async function watch(options: Partial<PolicyWatchOptions> = {}) {
  const clock = new ManualClock();
  const changes: PolicyOptions[] = [];
  const refusals: ConfigError[] = [];
  watched = watchPolicyFile({
    path,
    clock,
    pollMs,
    onChange: (policy) => void changes.push(policy),
    onRefused: (error) => void refusals.push(error),
    ...options,
  });
  const looked = async () => {
    while (clock.sleeping === 0) await new Promise((resolve) => setImmediate(resolve));
  };
  await looked();
  const look = async (times = 1) => {
    for (let time = 0; time < times; time += 1) {
      await clock.advance(pollMs);
      await looked();
    }
  };
  await look();
  return { look, changes, refusals, clock };
}

describe('watchPolicyFile', () => {
  it('tells nothing of a file that stays as it is', async () => {
    const { look, changes, refusals } = await watch();
    await look(5);
    await writeFile(path, `# a comment\n${withHeadroom(0.1)}`);
    await look(5);
    expect([changes, refusals]).toEqual([[], []]);
  });

  it('tells once what the file says by now', async () => {
    const { look, changes } = await watch();
    await writeFile(path, withHeadroom(0.3));
    await look(5);
    expect(changes).toEqual([{ limits: { headroom: 0.3 } }]);
  });

  it('notices a file that was renamed over it', async () => {
    const { look, changes } = await watch();
    await writeFile(`${path}.new`, withHeadroom(0.3));
    await rename(`${path}.new`, path);
    await look(2);
    expect(changes).toEqual([{ limits: { headroom: 0.3 } }]);
  });

  it('notices a symbolic link that was turned, as Kubernetes does with a ConfigMap', async () => {
    await mkdir(join(folder, 'v1'));
    await mkdir(join(folder, 'v2'));
    await writeFile(join(folder, 'v1', 'policy.yaml'), withHeadroom(0.1));
    await writeFile(join(folder, 'v2', 'policy.yaml'), withHeadroom(0.2));
    await symlink('v1', join(folder, 'data'));
    const { look, changes } = await watch({ path: join(folder, 'data', 'policy.yaml') });
    await symlink('v2', join(folder, 'data.new'));
    await rename(join(folder, 'data.new'), join(folder, 'data'));
    await look(2);
    expect(changes).toEqual([{ limits: { headroom: 0.2 } }]);
  });

  it('takes no file that is still being written', async () => {
    const { look, changes, refusals } = await watch();
    for (const half of ['', 'limits:\n', 'limits:\n  headroom: 0.', withHeadroom(0.3)]) {
      await writeFile(path, half);
      await look();
    }
    expect([changes, refusals]).toEqual([[], []]);
    await look();
    expect([changes, refusals]).toEqual([[{ limits: { headroom: 0.3 } }], []]);
  });

  it('refuses a wrong file once, and hears when it was put right, also to what it was before', async () => {
    const { look, changes, refusals } = await watch();
    await writeFile(path, withHeadroom(7));
    await look(4);
    expect(refusals.map(({ message }) => message)).toEqual([
      expect.stringContaining('policy.yaml:2 limits.headroom: '),
    ]);
    expect(changes).toEqual([]);
    await writeFile(path, withHeadroom(0.1));
    await look(4);
    expect(changes).toEqual([{ limits: { headroom: 0.1 } }]);
    expect(refusals).toHaveLength(1);
  });

  it('refuses a file that has gone, once, and not one that is away for a moment', async () => {
    const { look, changes, refusals } = await watch();
    await rm(path);
    await look();
    await writeFile(path, withHeadroom(0.1));
    await look(2);
    expect(refusals).toEqual([]);
    await rm(path);
    await look(4);
    expect(refusals.map(({ message }) => message)).toEqual([expect.stringContaining('cannot be read')]);
    expect(changes).toEqual([]);
  });

  it('refuses what its hearer cannot use, and tells the next change', async () => {
    const taken: PolicyOptions[] = [];
    const onChange = (policy: PolicyOptions) => {
      if (policy.limits?.headroom === 0.3) throw new Error('not with these options');
      taken.push(policy);
    };
    const { look, refusals } = await watch({ onChange });
    await writeFile(path, withHeadroom(0.3));
    await look(2);
    expect(refusals).toMatchObject([{ code: 'CONFIG', cause: { message: 'not with these options' } }]);
    await writeFile(path, withHeadroom(0.4));
    await look(2);
    expect(taken).toEqual([{ limits: { headroom: 0.4 } }]);
  });

  it('tells of a change that came between the first reading and the first look', async () => {
    const { changes } = await watch({ known: { limits: { headroom: 0.9 } } });
    expect(changes).toEqual([{ limits: { headroom: 0.1 } }]);
  });

  it('tells of a file that was wrong at first and has been put right', async () => {
    await writeFile(path, 'limits: 5\n');
    const { look, changes, refusals } = await watch();
    expect(refusals).toHaveLength(1);
    await writeFile(path, withHeadroom(0.2));
    await look(2);
    expect(changes).toEqual([{ limits: { headroom: 0.2 } }]);
  });

  it('waits without keeping the process alive', async () => {
    const { clock } = await watch();
    let idled = 0;
    const idle = (delayMs: number, signal?: AbortSignal) => {
      idled += 1;
      return clock.sleep(delayMs, signal);
    };
    const background = {
      now: () => 0,
      monotonic: () => 0,
      sleep: () => Promise.reject(new Error('awake')),
      idle,
    };
    const { close } = watchPolicyFile({ path, clock: background, onChange: () => {}, onRefused: () => {} });
    await expect.poll(() => idled).toBe(1);
    close();
  });

  it('tells nothing any more once it is closed', async () => {
    const { look, changes, clock } = await watch();
    await writeFile(path, withHeadroom(0.3));
    await look();
    watched?.close();
    await clock.advance(10 * pollMs);
    expect(changes).toEqual([]);
    expect(clock.sleeping).toBe(0);
  });
});
