import { existsSync } from 'node:fs';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { runNpm } from './run-program.js';

const root = resolve(import.meta.dirname, '../..');

/** The packages as npm would publish them. */
export interface PackedPackages {
  /** The tarballs of these packages, for example `core`. */
  tarballs(...names: readonly string[]): string[];
  remove(): Promise<void>;
}

/** Packs what `npm run build` made. */
export async function packPackages(...names: readonly string[]): Promise<PackedPackages> {
  for (const name of names) {
    if (!existsSync(join(root, 'packages', name, 'dist')))
      throw new Error(`${name} is not built: npm run build`);
  }
  const folder = await mkdtemp(join(tmpdir(), 'wetempo-packed-'));
  await runNpm(
    root,
    'pack',
    '--pack-destination',
    folder,
    ...names.flatMap((name) => ['-w', `packages/${name}`]),
  );
  const files = await readdir(folder);
  return {
    tarballs: (...wanted) =>
      files
        .filter((file) => wanted.some((name) => new RegExp(`^wetempo-${name}-\\d`).test(file)))
        .map((file) => join(folder, file)),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** A copy of a project of test/consumers, outside this repository so that nothing resolves into it. */
export interface ConsumerProject {
  readonly folder: string;
  npm(...args: readonly string[]): Promise<string>;
  remove(): Promise<void>;
}

/** Installs what the project's own lock file says and the tarballs, as a user who adds the packages does. */
export async function installConsumer(name: string, tarballs: readonly string[]): Promise<ConsumerProject> {
  const folder = await mkdtemp(join(tmpdir(), `wetempo-${name}-`));
  await cp(join(root, 'test/consumers', name), folder, {
    recursive: true,
    filter: (source) => !/[\\/](node_modules|dist)$/.test(source),
  });
  const npm = (...args: readonly string[]) => runNpm(folder, ...args);
  await npm('install', '--no-save', '--prefer-offline', '--no-audit', '--no-fund', ...tarballs);
  return { folder, npm, remove: () => rm(folder, { recursive: true, force: true }) };
}
