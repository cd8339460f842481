import { parseArgs } from 'node:util';
import { countOf, countOrNoneOf, nameAmong, shareOf } from '../option-values.mjs';
import { kinds } from './kinds.mjs';
import { modes } from './modes.mjs';
import { stores } from './stores.mjs';

const named = (table) => Object.keys(table).join(', ');

export const usage = `npm run crash -- [options]

  --messages N         messages, each to a person of its own (default: 20000)
  --kind KIND          ${named(kinds)} (default: template)
  --mode MODE          how the processes share the work: ${named(modes)} (default: bullmq)
  --store STORE        where it is kept what was sent: ${named(stores)} (default: redis)
  --workers N          processes that send (default: 3)
  --in-flight N        messages under way at once in each of them (default: 16)
  --latency-ms N       how long the platform takes for an answer (default: 20)
  --kill-every-ms N    a process is killed about that often (default: 2000)
  --most-kills N       so many processes are killed at most (default: no bound)
  --cut-share X        share of the requests whose connection is cut, half of them after the delivery (default: 0.03)
  --redis-restarts N   times that Redis is paused, killed and started again (default: 1)
  --db-restarts N      the same for the database of --store postgres or mysql (default: 1)
  --revoke N           times that the access token is revoked (default: 1)
  --pauses N           times that a process is stopped and goes on when others have taken over its work (default: 1)
  --seed N             repeats the choices of a run that printed it (default: a random one)
  --minutes N          goes on with the next seed until then (default: one run)
  --json               print the figures as JSON and nothing else
  --help
`;

const defaults = {
  messages: '20000',
  kind: 'template',
  mode: 'bullmq',
  store: 'redis',
  workers: '3',
  'in-flight': '16',
  'latency-ms': '20',
  'kill-every-ms': '2000',
  'cut-share': '0.03',
  'redis-restarts': '1',
  'db-restarts': '1',
  revoke: '1',
  pauses: '1',
  minutes: '0',
};

/** @throws {RangeError} naming the option that is wrong */
export function readCrashOptions(args) {
  const withDefaults = Object.entries(defaults).map(([name, text]) => [
    name,
    { type: 'string', default: text },
  ]);
  const { values } = parseArgs({
    args,
    options: {
      ...Object.fromEntries(withDefaults),
      seed: { type: 'string' },
      'most-kills': { type: 'string' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const count = (name) => countOf(name, values[name]);
  const countOrNone = (name) => countOrNoneOf(name, values[name]);
  return {
    messages: count('messages'),
    kind: nameAmong(kinds, 'kind', values.kind),
    mode: nameAmong(modes, 'mode', values.mode),
    store: nameAmong(stores, 'store', values.store),
    workers: count('workers'),
    inFlight: count('in-flight'),
    latencyMs: countOrNone('latency-ms'),
    killEveryMs: count('kill-every-ms'),
    mostKills: values['most-kills'] === undefined ? Number.POSITIVE_INFINITY : count('most-kills'),
    cutShare: shareOf('cut-share', values['cut-share']),
    redisRestarts: countOrNone('redis-restarts'),
    dbRestarts: countOrNone('db-restarts'),
    revoke: countOrNone('revoke'),
    pauses: countOrNone('pauses'),
    seed:
      values.seed === undefined ? Math.floor(Math.random() * 1_000_000) : countOrNoneOf('seed', values.seed),
    minutes: countOrNone('minutes'),
    json: values.json,
    help: values.help,
  };
}
