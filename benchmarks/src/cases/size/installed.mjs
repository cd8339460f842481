import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const here = dirname(fileURLToPath(import.meta.url));

/** What `npm install` of the one package brings along, as the lock file of this repository has it. */
export async function installedOf(name) {
  const top = folderOf(name, here);
  const folders = closureOf(top);
  const own = await bytesOf(top);
  let bytes = own;
  for (const folder of folders) if (folder !== top) bytes += await bytesOf(folder);
  return {
    ownBytes: own,
    bytes,
    packages: folders.size,
    optionalPeers: optionalPeersOf(manifestOf(top)).length,
  };
}

/** Required peers are installed too; optional ones are not. */
function closureOf(top) {
  const found = new Set([top]);
  // A set that grows while it is walked is walked to its end.
  for (const folder of found) {
    for (const { name, mayLack } of wantedBy(manifestOf(folder))) {
      const next = folderOf(name, folder);
      if (next !== undefined) found.add(next);
      else if (!mayLack) throw new Error(`${folder} needs ${name}, which is not installed`);
    }
  }
  return found;
}

function wantedBy(manifest) {
  const { dependencies = {}, optionalDependencies = {}, peerDependencies = {} } = manifest;
  const optional = new Set([...Object.keys(optionalDependencies), ...optionalPeersOf(manifest)]);
  const peers = Object.keys(peerDependencies).filter((name) => !optional.has(name));
  const names = new Set([...Object.keys(dependencies), ...Object.keys(optionalDependencies), ...peers]);
  return [...names].map((name) => ({ name, mayLack: optional.has(name) }));
}

function optionalPeersOf({ peerDependencies = {}, peerDependenciesMeta = {} }) {
  return Object.keys(peerDependencies).filter((name) => peerDependenciesMeta[name]?.optional === true);
}

/** As Node looks for it: beside the package first, then outwards. */
function folderOf(name, from) {
  const folder = join(from, 'node_modules', name);
  if (existsSync(join(folder, 'package.json'))) return realpathSync(folder);
  return dirname(from) === from ? undefined : folderOf(name, dirname(from));
}

function manifestOf(folder) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}

/** Of a workspace, what would be published; of any other, its files without the packages inside it. */
async function bytesOf(folder) {
  if (folder.includes(`${join('/', 'node_modules', '/')}`)) return bytesIn(folder);
  const { stdout } = await run('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: folder,
    maxBuffer: 64 * 1024 * 1024,
  });
  return Object.values(JSON.parse(stdout))[0].unpackedSize;
}

function bytesIn(folder) {
  let bytes = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory() && entry.name !== 'node_modules') bytes += bytesIn(join(folder, entry.name));
    else if (entry.isFile()) bytes += statSync(join(folder, entry.name)).size;
  }
  return bytes;
}
