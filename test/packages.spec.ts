import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { startSimulator } from '@wetempo/simulator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ConsumerProject, installConsumer, packPackages } from './support/consumer-project.js';
import { runOrThrow } from './support/run-program.js';

const root = resolve(import.meta.dirname, '..');
const names = readdirSync(join(root, 'packages'));

/** Every entry that a user can name, for example `@wetempo/core/testing`. */
function entriesOf(name: string): string[] {
  const manifest = JSON.parse(readFileSync(join(root, 'packages', name, 'package.json'), 'utf8'));
  return Object.keys(manifest.exports)
    .filter((path) => path !== './package.json')
    .map((path) => join('@wetempo', name, path));
}

/** The packages of node_modules that loading the entry brings along. */
async function packagesLoadedBy(way: 'import' | 'require', entry: string): Promise<Set<string>> {
  const script = join(root, 'test/support/print-loaded-modules.mjs');
  const output = await runOrThrow(root, process.execPath, [script, way, entry]);
  expect(output).toContain(`/packages/${entry.split('/')[1]}/dist/`);
  return new Set(
    [...output.matchAll(/\/node_modules\/((?:@[^/\n]+\/)?[^/\n]+)/g)].map(([, name]) => name ?? ''),
  );
}

const entries = names.flatMap(entriesOf);
const optional =
  /^(ioredis|libsql|@nestjs\/.+|@opentelemetry\/api|bullmq|csv-parse|kysely|pg|mysql2|prom-client|yaml)$/;
/** The peers that an entry is there for. */
const peersOf: readonly (readonly [string, readonly string[]])[] = [
  ['/nestjs', ['@nestjs/common', '@nestjs/core']],
  // prom-client brings its own.
  ['/core/metrics', ['prom-client', '@opentelemetry/api']],
  ['/core/tracing', ['@opentelemetry/api']],
  ['/core/bullmq', ['bullmq']],
];

describe.each(['import', 'require'] as const)('the built packages by %s', (way) => {
  it.each(entries)('F40: %s loads, and no optional peer but its own', async (entry) => {
    const loaded = await packagesLoadedBy(way, entry);
    const [, peers = []] = peersOf.find(([end]) => entry.endsWith(end)) ?? [];
    expect([...loaded].filter((name) => optional.test(name) && !peers.includes(name))).toEqual([]);
  });
});

describe('a script with nothing but @wetempo/wechat-mp', () => {
  let project: ConsumerProject;
  beforeAll(async () => {
    const packed = await packPackages('core', 'wechat-mp');
    project = await installConsumer('plain-script', packed.tarballs('core', 'wechat-mp'));
    await packed.remove();
  }, 180_000);
  afterAll(() => project.remove());

  it('installs no optional peer', () => {
    const installed = readdirSync(join(project.folder, 'node_modules'));
    expect(installed.filter((name) => optional.test(name) || name === '@nestjs')).toEqual([]);
  });

  it('F39: compiles with skipLibCheck off and sends', { timeout: 120_000 }, async () => {
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
