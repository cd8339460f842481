// What `npm test`, `npm run demo` and the others do before their own work: install, build, find the servers.
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

/** What the tests talk to over a socket. PostgreSQL comes along with the dependencies. */
const servers = [
  {
    title: 'Redis',
    program: 'redis-server',
    variable: 'WETEMPO_REDIS_SERVER',
    debianPackage: 'redis-server',
    homebrewFormula: 'redis',
  },
  {
    title: 'MariaDB',
    program: 'mariadbd',
    variable: 'WETEMPO_MARIADB_SERVER',
    debianPackage: 'mariadb-server',
    homebrewFormula: 'mariadb',
  },
];

/** The path that the environment names, else that of the first program of this name in a usual folder. */
function findServer({ program, variable }) {
  const usualFolders = ['/usr/bin', '/usr/local/bin', '/usr/sbin', '/usr/local/sbin', '/opt/homebrew/bin'];
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...usualFolders].filter(Boolean);
  return process.env[variable] || folders.map((folder) => join(folder, program)).find(isExecutable);
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

/** Refreshes the package lists once, whatever is missing. */
function installServers(missing) {
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  const packages = missing.map(({ debianPackage }) => debianPackage);
  const install = ['install', '-y', '-q', '--no-install-recommends', ...packages];
  withoutServiceStart(() => {
    runStep('refreshing the package lists (apt-get update)', 'apt-get', ['update', '-q'], env);
    runStep(`installing ${packages.join(' and ')} (apt-get install)`, 'apt-get', install, env);
  });
}

function canInstallServers() {
  return process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0;
}

function howToGet({ title, program, variable, debianPackage, homebrewFormula }) {
  return `This runs against a real ${title}, and there is no ${program} on this machine.
Install it (Debian, Ubuntu: apt-get install ${debianPackage}; macOS: brew install ${homebrewFormula}), or name one:
  ${variable}=/path/to/${program} npm test`;
}

/** The path of a server that runs, by the variable of the environment that names it to the tests. */
function checkedServer(server) {
  const path = findServer(server);
  if (path === undefined) giveUp(howToGet(server));
  const { status, stdout } = spawnSync(path, ['--version'], { encoding: 'utf8' });
  if (status !== 0) giveUp(`${path} does not run.\n${howToGet(server)}`);
  console.log(`› ${path}: ${stdout.trim().replace(path, '').split(' sha=')[0].trim()}`);
  return [server.variable, path];
}

/**
 * Finds servers, installs missing ones where it can, and answers the environment that names them. Nothing is started
 * here: whoever needs one starts its own on a free port.
 *
 * @param programs default: all that the tests need
 */
export function ensureServers(programs = servers.map(({ program }) => program)) {
  const wanted = servers.filter(({ program }) => programs.includes(program));
  const missing = wanted.filter((server) => findServer(server) === undefined);
  if (missing.length > 0 && canInstallServers()) installServers(missing);
  return Object.fromEntries(wanted.map(checkedServer));
}

/**
 * Installs, builds, and goes on as `entry` in this very process: signals and exit code need no passing on.
 *
 * @param programs servers that `entry` starts
 */
export async function runBuilt(entry, programs = []) {
  ensureInstalled();
  Object.assign(process.env, ensureServers(programs));
  build();
  endWithNpm();
  const file = join(root, entry);
  process.argv.splice(1, 1, file);
  await import(pathToFileURL(file).href);
}
