import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { startSimulator } from '@wetempo/simulator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ConsumerProject, installConsumer, packPackages } from './support/consumer-project.js';
import { runOrThrow } from './support/run-program.js';

const root = resolve(import.meta.dirname, '..');
const names = readdirSync(join(root, 'packages'));

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, { readonly import: { readonly default: string } } | undefined>>;
}

function manifestOf(name: string): Manifest {
  return JSON.parse(readFileSync(join(root, 'packages', name, 'package.json'), 'utf8'));
}

/** Every entry that a user can name, for example `@wetempo/core/testing`. */
function entriesOf(name: string): string[] {
  return Object.keys(manifestOf(name).exports)
    .filter((path) => path !== './package.json')
    .map((path) => join('@wetempo', name, path));
}

/** `./testing` of `@wetempo/core/testing`. */
function pathOf(entry: string): string {
  return ['.', ...entry.split('/').slice(2)].join('/');
}

/** What any of ours says that it needs or may use. */
const named = new Set(
  names.flatMap((name) => {
    const { dependencies, peerDependencies } = manifestOf(name);
    return Object.keys({ ...dependencies, ...peerDependencies });
  }),
);

/** The entry whose file this is; `undefined` for what entries share. */
function entryOf(name: string, file: string): string | undefined {
  return entriesOf(name).find((entry) => manifestOf(name).exports[pathOf(entry)]?.import.default === file);
}

/** Which of these, and which entries of ours, loading the entry brings along; itself is among them. */
async function broughtAlong(way: 'import' | 'require', entry: string): Promise<string[]> {
  const script = join(root, 'test/support/print-loaded-modules.mjs');
  const output = await runOrThrow(root, process.execPath, [script, way, entry]);
  const packages = [...output.matchAll(/\/node_modules\/((?:@[^/\n]+\/)?[^/\n]+)/g)]
    .map(([, name]) => name ?? '')
    .filter((name) => named.has(name));
  const ours = [...output.matchAll(/\/packages\/([^/\n]+)\/dist\/(?:esm|cjs)\/(.+\.js)/g)]
    .map(([, name = '', path = '']) => entryOf(name, `./dist/esm/${path}`))
    .filter((name) => name !== undefined);
  return [...new Set([...packages, ...ours])].toSorted();
}

const entries = names.flatMap(entriesOf);
const optional =
  /^(ioredis|libsql|@nestjs\/.+|@opentelemetry\/api|bullmq|csv-parse|kysely|pg|mysql2|prom-client|yaml)$/;

const client = ['lru-cache', 'zod', '@wetempo/core'];
const nest = ['@nestjs/common', '@nestjs/core', 'rxjs'];
const nestClient = [...client, ...nest, '@wetempo/core/callback', '@wetempo/core/nestjs'];
/**
 * What loading each entry brings along: of the packages that ours depend on, required or optional, and of our own entries.
 * Neither axios nor undici: a client loads them when it first needs them.
 */
const broughtAlongBy: Readonly<Record<string, readonly string[]>> = {
  '@wetempo/core': ['lru-cache', 'zod'],
  '@wetempo/core/nestjs': ['lru-cache', 'zod', ...nest],
  '@wetempo/core/testing': [],
  '@wetempo/core/metrics': ['@opentelemetry/api', 'prom-client', 'zod'],
  '@wetempo/core/tracing': ['@opentelemetry/api', 'zod'],
  '@wetempo/core/bullmq': ['bullmq', 'zod'],
  '@wetempo/core/push': ['zod'],
  '@wetempo/core/send/sql': ['zod'],
  '@wetempo/core/callback': ['zod'],
  '@wetempo/wechat-mp': client,
  '@wetempo/wechat-mp/nestjs': nestClient,
  '@wetempo/wechat-mp/callback': [...client, '@wetempo/core/callback'],
  '@wetempo/miniprogram': client,
  '@wetempo/miniprogram/nestjs': nestClient,
  '@wetempo/miniprogram/callback': [...client, '@wetempo/core/callback'],
  '@wetempo/wecom': client,
  '@wetempo/wecom/nestjs': nestClient,
  '@wetempo/wecom/callback': [...client, '@wetempo/core/callback'],
  '@wetempo/simulator': [],
  '@wetempo/cli': [
    ...client,
    ...['cli-progress', 'commander'],
    ...['@wetempo/core/push', '@wetempo/miniprogram', '@wetempo/wechat-mp'],
  ],
};

const tellOwnError = `
  const load = process.argv[1] === 'import' ? (name) => import(name) : require;
  (async () => {
    const { AxiosError } = await load('axios');
    const { WechatMp } = await load('@wetempo/wechat-mp');
    const mp = new WechatMp({ appId: 'wx0000000000000001', appSecret: 'S', sendStore: 'memory' });
    const error = await mp.axios.get('/', { signal: AbortSignal.abort() }).catch((error) => error);
    console.log(error instanceof AxiosError);
  })();
`;

describe.each(['import', 'require'] as const)('the built packages by %s', (way) => {
  it.each(entries)('F40: %s loads what it stands for, and nothing else', async (entry) => {
    const expected = [...(broughtAlongBy[entry] ?? ['an entry that this list does not know']), entry];
    expect(await broughtAlong(way, entry)).toEqual(expected.toSorted());
  });

  it('F40: hand out an axios whose errors are of the class that the same way of loading gives', async () => {
    const output = await runOrThrow(root, process.execPath, ['-e', tellOwnError, way]);
    expect(output).toBe('true\n');
  });
});

describe('a script with nothing but @wetempo/wechat-mp', () => {
  let project: ConsumerProject;
  beforeAll(async () => {
    const packed = await packPackages('core', 'wechat-mp');
    project = await installConsumer('plain-script', packed.tarballs('core', 'wechat-mp'));
    await packed.remove();
  }, 600_000);
  afterAll(() => project.remove());

  it('installs no optional peer', () => {
    const installed = readdirSync(join(project.folder, 'node_modules'));
    expect(installed.filter((name) => optional.test(name) || name === '@nestjs')).toEqual([]);
  });

  it('F39: compiles with skipLibCheck off and sends', { timeout: 600_000 }, async () => {
    await project.npm('run', 'build');
    const simulator = await startSimulator({
      accounts: [
        {
          appId: 'wx0000000000000001',
          appSecret: 'consumer-secret',
          followers: ['oConsumerProject000000000001'],
        },
      ],
    });
    const output = await runOrThrow(project.folder, process.execPath, ['dist/send.js', simulator.url]);
    await simulator.close();
    expect(output).toMatch(/^sent \d+$/m);
  });
});
