import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { isWechatErrorOf } from '../errors/errors.js';
import { LimitPolicy } from '../rate-limit/limit-policy.js';
import { RetryPolicy } from '../retry/retry-policy.js';
import { mergePolicy, readPolicyFile } from './policy-file.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wetempo-policy-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function read(text: string) {
  const path = join(folder, 'policy.yaml');
  await writeFile(path, text);
  return readPolicyFile(path);
}

async function problem(text: string) {
  const error: unknown = await read(text).then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!isWechatErrorOf(error, 'CONFIG')) throw new Error('was accepted', { cause: error });
  return { message: error.message.replaceAll(`${folder}/`, ''), issues: error.issues };
}

describe('readPolicyFile', () => {
  it('reads limits and retry in the shape of the options', async () => {
    const policy = await read(`
# What the account may use.
limits:
  app: { perSecond: 100 }
  groups:
    interactive: { share: 0.6, core: true }
    batch: { share: 0.4 }
  rollout: 5%
retry:
  maxRetries: 3
`);
    expect(policy).toEqual({
      limits: {
        app: { perSecond: 100 },
        groups: { interactive: { share: 0.6, core: true }, batch: { share: 0.4 } },
        rollout: '5%',
      },
      retry: { maxRetries: 3 },
    });
    expect(() => new LimitPolicy(policy.limits)).not.toThrow();
    expect(new RetryPolicy(policy.retry).maxRetries).toBe(3);
  });

  it('says in which line of which file which option is wrong', async () => {
    const { message, issues } = await problem(`
limits:
  app:
    perSecond: 100
  groups:
    batch:
      priority: 1
      share: 1.5
`);
    expect(message).toMatch(/^policy\.yaml:8 limits\.groups\.batch\.share: .*1\.5/);
    expect(issues).toMatchObject([{ path: 'limits.groups.batch.share' }]);
  });

  it('names every mistake, each by its line', async () => {
    const { message } = await problem(
      'limits:\n  headrom: 0.1\n  app:\n    max: 5\nretry:\n  maxRetries: many\n',
    );
    expect(message).toContain('policy.yaml:2 limits.headrom: is no option');
    expect(message).toContain('policy.yaml:3 limits.app: max and windowMs go together');
    expect(message).toContain('policy.yaml:6 retry.maxRetries: ');
  });

  it.each([
    [
      'an option that is missing, by the line above it',
      'limits:\n  groups:\n    batch: {}\n',
      ':3 limits.groups.batch.share',
    ],
    [
      'an endpoint with a point in its name',
      "limits:\n  endpoints:\n    template.send:\n      perDay: '5'\n",
      ':4 limits.endpoints.template.send.perDay',
    ],
    [
      'an entry of a list',
      'limits:\n  tiers:\n    a:\n      schedule:\n        - factor: 1\n        - factor: 0\n',
      ':6 limits.tiers.a.schedule.1.factor',
    ],
    ['a key beside limits and retry', 'limits: {}\nlimit: {}\n', ':2 limit: is no option'],
    ['a section without content', 'limits:\nretry: {}\n', ':1 limits: '],
    ['a tab', 'limits:\n  app:\n\tperSecond: 1\n', ':3 is no YAML'],
    ['a key that is there twice', 'limits:\n  headroom: 0\n  headroom: 0.1\n', ':3 is no YAML'],
    ['a second document', 'limits: {}\n---\nlimits: {}\n', ':2 is no YAML'],
    ['an alias for nothing', 'limits: *none\n', ' is no YAML'],
    ['a list', '- limits\n', ':1 (options): '],
  ])('points at %s', async (_, text, expected) => {
    expect((await problem(text)).message).toContain(`policy.yaml${expected}`);
  });

  it.each(['', '\n', '# limits:\n#   headroom: 0\n'])(
    'takes an empty file for a mistake: %j',
    async (text) => {
      expect((await problem(text)).message).toContain('policy.yaml: the policy file is empty');
    },
  );

  it('says which file cannot be read', async () => {
    await expect(readPolicyFile(join(folder, 'none.yaml'))).rejects.toThrow(
      'none.yaml: the policy file cannot be read',
    );
  });

  it('says how to install the package that reads YAML where it is missing', async () => {
    vi.doMock('yaml', () => Promise.reject(new Error('Cannot find package')));
    await expect(read('limits: {}\n')).rejects.toMatchObject({
      code: 'CONFIG',
      hint: expect.stringContaining('npm install yaml'),
    });
    vi.doUnmock('yaml');
  });

  it('puts environment variables into values, and into no names', async () => {
    vi.stubEnv('WT_RATE', '120');
    vi.stubEnv('WT_TIER', 'free');
    const policy = await read(`limits:
  app:
    perSecond: \${WT_RATE}
  tiers: { free: {}, '\${WT_TIER}': { perDay: 1 } }
  tenants: { acme: '\${WT_TIER}', "12": "\${WT_TIER}-\${WT_RATE}" }
`).finally(() => vi.unstubAllEnvs());
    expect(policy.limits).toMatchObject({
      app: { perSecond: 120 },
      tenants: { acme: 'free', 12: 'free-120' },
    });
    expect(Object.keys(policy.limits?.tiers ?? {})).toEqual(['free', `\${WT_TIER}`]);
  });

  it('names the variable that is not set', async () => {
    expect((await problem(`limits:\n  app:\n    perSecond: \${WT_NOT_SET}\n`)).message).toBe(
      'policy.yaml:3 asks for the environment variable WT_NOT_SET, which is not set',
    );
  });

  it('shows what the file says of a wrong value, never what the environment put into it', async () => {
    vi.stubEnv('WT_RATE', 'hunter2');
    const { message } = await problem(`limits:\n  app:\n    perSecond: \${WT_RATE}\n`).finally(() =>
      vi.unstubAllEnvs(),
    );
    expect(message).toContain(`\${WT_RATE}`);
    expect(message).not.toContain('hunter2');
  });
});

describe('mergePolicy', () => {
  it('puts the file over the code, field by field', () => {
    const code = {
      appId: 'wx1',
      limits: { headroom: 0.1, app: { perSecond: 10, perDay: 100 } },
      retry: { maxRetries: 1, capMs: 5000 },
    };
    expect(mergePolicy(code, { limits: { app: { perSecond: 20 } }, retry: { maxRetries: 2 } })).toEqual({
      appId: 'wx1',
      limits: { headroom: 0.1, app: { perSecond: 20 } },
      retry: { maxRetries: 2, capMs: 5000 },
    });
  });

  it('leaves alone what the file does not speak of', () => {
    const code = { limits: { headroom: 0.1 } };
    expect(mergePolicy(code, {})).toEqual(code);
    expect(mergePolicy({}, { limits: { headroom: 0 } })).toEqual({ limits: { headroom: 0 } });
  });
});
