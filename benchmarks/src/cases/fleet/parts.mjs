import { readFile } from 'node:fs/promises';
import { cpus } from 'node:os';

/**
 * What a part has used so far: CPU time of all its threads, and of its main thread, which does the work, how long it
 * ran and how long it was ready but had no core to run on. Only Linux tells the latter two.
 */
async function usageOf(pid, cpuUs) {
  const text = await readFile(`/proc/${pid}/schedstat`, 'utf8').catch(() => undefined);
  if (text === undefined) return { cpuUs };
  const [ranNs, waitedNs] = text.split(' ').map(Number);
  return { cpuUs, ranUs: ranNs / 1000, waitedUs: waitedNs / 1000 };
}

/** @param asked a process that answers `cpu` */
export async function usageOfProcess(asked) {
  const { pid, usage } = await asked.ask({ kind: 'cpu' });
  return usageOf(pid, usage.user + usage.system);
}

export async function usageOfRedis({ client }) {
  const text = `${await client.info('cpu')}\n${await client.info('server')}`;
  const figure = (name) => Number(new RegExp(`^${name}:([\\d.]+)`, 'm').exec(text)?.[1]);
  const cpuUs = (figure('used_cpu_user') + figure('used_cpu_sys')) * 1_000_000;
  return usageOf(figure('process_id'), cpuUs);
}

/** Time of all cores of the machine, whoever used them. */
export function usageOfMachine() {
  const times = cpus().map((core) => core.times);
  const idleMs = sum(times.map(({ idle }) => idle));
  return { idleMs, totalMs: sum(times.flatMap((time) => Object.values(time))) };
}

/** Field by field, what came between two readings. */
export function usedBetween(before, after) {
  return Object.fromEntries(Object.entries(after).map(([name, figure]) => [name, figure - before[name]]));
}

export function sum(figures) {
  return figures.reduce((total, figure) => total + figure, 0);
}
