import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Finding, ok, problem, skipped, warning } from './finding.js';

interface PackageCopy {
  readonly name: string;
  readonly version: string;
  readonly folder: string;
}

const oldestNode = [20, 19] as const;

export function nodeFinding(version: string): Finding {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number);
  const isOld = major < oldestNode[0] || (major === oldestNode[0] && minor < oldestNode[1]);
  if (isOld)
    return problem('node', `Node ${version} is too old`, `Take Node ${oldestNode.join('.')} or later.`);
  return ok('node', `Node ${version}`);
}

/** Looks for copies of our packages that a program in this folder would load: two of one package know nothing of each other. */
export function packagesFinding(folder: string): Finding {
  const name = 'packages';
  const copies = copiesFrom(folder);
  if (copies.length === 0)
    return skipped(name, 'no package of Wetempo is installed in this folder or above it');
  const versions = new Set(copies.map(({ version }) => version));
  const todo = 'Give all @wetempo packages one version in package.json, then run `npm dedupe`.';
  if (versions.size > 1) return problem(name, `different versions together: ${listed(copies)}`, todo);
  const names = copies.map(({ name }) => name);
  const doubled = copies.filter((copy) => names.indexOf(copy.name) !== names.lastIndexOf(copy.name));
  if (doubled.length > 0) return warning(name, `more than one copy: ${listed(doubled, true)}`, todo);
  return ok(name, listed(copies));
}

function listed(copies: readonly PackageCopy[], withFolders = false): string {
  return copies
    .map(({ name, version, folder }) => `${name} ${version}${withFolders ? ` in ${folder}` : ''}`)
    .join(', ');
}

function copiesFrom(folder: string): readonly PackageCopy[] {
  const found = new Map<string, PackageCopy>();
  for (let here = folder; ; here = dirname(here)) {
    for (const scope of scopesIn(join(here, 'node_modules'))) {
      for (const copy of copiesIn(scope)) found.set(copy.folder, copy);
    }
    if (here === dirname(here))
      return [...found.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
  }
}

/** Folders that hold packages of ours: at the top, and where a package brought a copy of its own. */
function scopesIn(modules: string): readonly string[] {
  const top = join(modules, '@wetempo');
  const nested = namesIn(top).map((name) => join(realpathSync(join(top, name)), 'node_modules', '@wetempo'));
  return [top, ...nested].filter((folder) => existsSync(folder));
}

function copiesIn(scope: string): readonly PackageCopy[] {
  return namesIn(scope).flatMap((name) => {
    const folder = realpathSync(join(scope, name));
    const copy = manifestOf(folder);
    return copy === undefined ? [] : [{ ...copy, folder }];
  });
}

function manifestOf(folder: string): Omit<PackageCopy, 'folder'> | undefined {
  const file = join(folder, 'package.json');
  if (!existsSync(file)) return undefined;
  const { name, version } = JSON.parse(readFileSync(file, 'utf8')) as Partial<PackageCopy>;
  return name?.startsWith('@wetempo/') && version !== undefined ? { name, version } : undefined;
}

function namesIn(folder: string): readonly string[] {
  return existsSync(folder) ? readdirSync(folder).filter((name) => !name.startsWith('.')) : [];
}
