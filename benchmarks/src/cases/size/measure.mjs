import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { appIds } from '../../accounts.mjs';
import { playRound } from '../../compared-systems.mjs';
import { lackedBy } from '../../systems/index.mjs';
import { installedOf } from './installed.mjs';
import { others, ours, reference, ways } from './packages.mjs';
import { firstReference, senders } from './senders.mjs';

const run = promisify(execFile);
const fileOf = (path) => fileURLToPath(new URL(path, import.meta.url));
const loadPackage = fileOf('./processes/load-package.mjs');
const sendFirst = fileOf('./processes/send-first.mjs');
const countModules = fileOf('../../processes/importing-process.mjs');

/** More would only take longer: what else the machine does adds to both sides of a ratio of one round. */
const mostRounds = 7;

export async function measure(options, surroundings) {
  const rounds = options.quick ? 1 : Math.min(options.rounds, mostRounds);
  const names = options.quick ? [reference, '@wetempo/wechat-mp'] : [...others, ...ours];
  return {
    rounds,
    loads: await measureLoads(rounds, names),
    firstSends: await measureFirstSends(rounds, sendersFor(options, surroundings), surroundings),
    installed: await measureInstalled(names),
  };
}

/** Each in a process of its own; within a round they take turns. */
async function measureLoads(rounds, names) {
  const rows = names.flatMap((name) => ways.map((way) => ({ name, way, samples: [] })));
  for (let round = 0; round < rounds; round += 1) {
    await playRound(rows, round, async ({ name, way, samples }) => {
      samples.push(await outputOf(['--expose-gc', loadPackage, way, name]));
    });
  }
  for (const row of rows) {
    if (row.way === 'import') row.modules = await outputOf([countModules, 'modules', row.name]);
  }
  return rows;
}

function sendersFor({ names }, surroundings) {
  const wanted = new Set([...names, firstReference]);
  return Object.keys(senders).filter(
    (name) => wanted.has(name) && lackedBy(name, surroundings) === undefined,
  );
}

async function measureFirstSends(rounds, names, { target, delivered }) {
  const rows = names.map((name) => ({ name, title: senders[name].title, samples: [] }));
  const before = await delivered();
  for (let round = 0; round < rounds; round += 1) {
    await playRound(rows, round, async ({ name, samples }) => {
      // Whoever fetches a token may end that of another.
      const own = { ...target, appId: appIds[names.indexOf(name)] };
      samples.push(await outputOf([sendFirst, name, JSON.stringify(own)]));
    });
  }
  const arrived = (await delivered()) - before;
  const sent = rounds * rows.length;
  if (arrived !== sent) throw new Error(`${sent} messages were sent, but the platform delivered ${arrived}`);
  return rows;
}

async function measureInstalled(names) {
  const rows = [];
  for (const name of names) rows.push({ name, ...(await installedOf(name)) });
  return rows;
}

async function outputOf(args) {
  const { stdout } = await run(process.execPath, args);
  return JSON.parse(stdout);
}
