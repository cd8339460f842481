// What `npm test`, `npm run demo` and the others do before their own work: install, build, find a Redis.
// Runs on a fresh clone, so it imports nothing but Node's own modules.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { endWithNpm } from './end-with-npm.mjs';

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');

/** Leaves with a sentence for the reader instead of a stack trace. */
function giveUp(message) {
  console.error(`\n${message}`);
  process.exit(1);
}

/** Runs a program to its end in the root folder, shows what it says only where it fails, and gives up then. */
function runStep(title, command, args, env = {}) {
  console.log(`› ${title}`);
  const startedAt = Date.now();
  const { status, error, stdout, stderr } = spawnSync(command, args, {
    cwd: root,
    env: { ...process.env, ...env },
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
  });
  if (error) giveUp(`${title}: ${command} could not be started: ${error.message}`);
  if (status !== 0) giveUp(`${stdout}${stderr}\n${title}: ${command} ${args.join(' ')} failed.`);
  console.log(`  ${((Date.now() - startedAt) / 1000).toFixed(1)} s`);
}

/** npm by the file that runs us where npm started us, so that the same npm is used on every system. */
function npmCommand() {
  const script = process.env.npm_execpath;
  const isNpm = script !== undefined && /npm-cli\.[cm]?js$/.test(script);
  return isNpm ? [process.execPath, [script]] : ['npm', []];
}

function readLock(file) {
  return JSON.parse(readFileSync(join(root, file), 'utf8')).packages;
}

/** Parts for other systems, and peers that may be absent, are in the lock but need not be installed. */
function mayBeAbsent(entry) {
  return entry.optional === true || entry.devOptional === true;
}

/** Compares what npm recorded after its last install with what the lock file asks for. */
function isInstalled() {
  const record = 'node_modules/.package-lock.json';
  if (!existsSync(join(root, record))) return false;
  const installed = readLock(record);
  return Object.entries(readLock('package-lock.json')).every(([path, wanted]) => {
    if (!path.startsWith('node_modules/') && !path.includes('/node_modules/')) return true;
    const found = installed[path];
    return found === undefined ? mayBeAbsent(wanted) : found.version === wanted.version;
  });
}

/** Installs exactly what the lock file says, where that is not in place yet. */
export function ensureInstalled() {
  if (isInstalled()) return;
  const [command, args] = npmCommand();
  const install = ['ci', '--include=dev', '--prefer-offline', '--no-audit', '--no-fund'];
  runStep('installing the dependencies (npm ci)', command, [...args, ...install]);
}

/** Builds the packages whose sources changed; nx restores the others from its local cache. */
export function build() {
  const lerna = join(root, 'node_modules/lerna/dist/cli.js');
  const offline = { NX_DAEMON: 'false', NX_NO_CLOUD: 'true', NX_TUI: 'false' };
  runStep('building the packages', process.execPath, [lerna, 'run', 'build'], offline);
}

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function findRedis() {
  const usualFolders = ['/usr/bin', '/usr/local/bin', '/usr/sbin', '/opt/homebrew/bin'];
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...usualFolders].filter(Boolean);
  return folders.map((folder) => join(folder, 'redis-server')).find(isExecutable);
}

const policyFile = '/usr/sbin/policy-rc.d';

/** Debian starts a service as soon as its package is there, unless this file forbids it. The tests start their own. */
function withoutServiceStart(install) {
  if (existsSync(policyFile)) return install();
  writeFileSync(policyFile, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  // `giveUp` exits the process, which skips `finally`.
  const remove = () => rmSync(policyFile, { force: true });
  process.once('exit', remove);
  install();
  process.removeListener('exit', remove);
  remove();
}

function installRedis() {
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  const install = ['install', '-y', '-q', '--no-install-recommends', 'redis-server'];
  withoutServiceStart(() => {
    runStep('refreshing the package lists (apt-get update)', 'apt-get', ['update', '-q'], env);
    runStep('installing redis-server (apt-get install)', 'apt-get', install, env);
  });
}

const noRedis = `The tests run against a real Redis, and there is no redis-server on this machine.
Install it (Debian, Ubuntu: apt-get install redis-server; macOS: brew install redis), or name one:
  WETEMPO_REDIS_SERVER=/path/to/redis-server npm test`;

function canInstallRedis() {
  return process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0;
}

/** The path of a redis-server that runs. Nothing is started here: each test file starts its own on a free port. */
export function ensureRedis() {
  const named = process.env.WETEMPO_REDIS_SERVER;
  if (!named && findRedis() === undefined && canInstallRedis()) installRedis();
  const server = named || findRedis();
  if (server === undefined) giveUp(noRedis);
  const { status, stdout } = spawnSync(server, ['--version'], { encoding: 'utf8' });
  if (status !== 0) giveUp(`${server} does not run.\n${noRedis}`);
  console.log(`› ${server}: ${stdout.trim().split(' sha=')[0]}`);
  return server;
}

/** Installs, builds, and goes on as `entry` in this very process: signals and exit code need no passing on. */
export async function runBuilt(entry) {
  ensureInstalled();
  build();
  endWithNpm();
  const file = join(root, entry);
  process.argv.splice(1, 1, file);
  await import(pathToFileURL(file).href);
}
