import { parseArgs } from 'node:util';
import { checkFault } from '../faults/check-fault.js';
import type { Fault } from '../faults/fault.js';
import { SimulatorOptionError } from '../options/option-error.js';
import type { AccountOptions, SimulatorOptions } from '../options/options.js';

export const USAGE = `wetempo-simulator: a fake WeChat platform on a port of this machine

  --port N            port to listen on (default: a free one)
  --host ADDRESS      address to listen on (default: 127.0.0.1)
  --account ID:SECRET an account; may be repeated (default: wx0000000000000001)
  --speed N           simulated seconds per real second (default: 1)
  --latency MS        time before each answer, MS or MIN-MAX
  --gateway N         requests per second that pass the gateway; more get HTTP 429
  --seed N            seed of everything random
  --fault FAULT       may be repeated: kind,name=value,... or a JSON object
                      such as cut-after,path=/cgi-bin/message/template/send,probability=0.1
  --no-log            keep no requests
  --json              print the address as a line of JSON: {"url":"http://..."}
  --help
`;

export type Command =
  | { readonly kind: 'help' }
  | {
      readonly kind: 'start';
      readonly options: SimulatorOptions;
      readonly faults: readonly Fault[];
      readonly json: boolean;
    };

/** @throws SimulatorOptionError or a TypeError of Node's that names the argument */
export function parseArguments(args: readonly string[]): Command {
  const { values } = parseArgs({
    args: [...args],
    options: {
      port: { type: 'string' },
      host: { type: 'string' },
      account: { type: 'string', multiple: true },
      speed: { type: 'string' },
      latency: { type: 'string' },
      gateway: { type: 'string' },
      seed: { type: 'string' },
      fault: { type: 'string', multiple: true },
      'no-log': { type: 'boolean' },
      json: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  if (values.help === true) return { kind: 'help' };
  const options: SimulatorOptions = {
    port: number(values.port),
    host: values.host,
    accounts: values.account?.map(readAccount),
    clock: { speed: number(values.speed) },
    latencyMs: readLatency(values.latency),
    limits: { gatewayPerSecond: number(values.gateway) },
    seed: number(values.seed),
    log: values['no-log'] === true ? false : undefined,
  };
  return { kind: 'start', options, faults: (values.fault ?? []).map(readFault), json: values.json === true };
}

function number(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text);
}

function readLatency(text: string | undefined): SimulatorOptions['latencyMs'] {
  const [min, max] = text?.split('-').map(Number) ?? [];
  return min !== undefined && max !== undefined ? [min, max] : min;
}

function readAccount(text: string): AccountOptions {
  const [appId, appSecret, ...rest] = text.split(':');
  if (appId && appSecret && rest.length === 0) return { appId, appSecret };
  throw new SimulatorOptionError('--account', text, 'ID:SECRET');
}

/** Reads `kind,name=value,...`, or JSON where a value holds a comma. */
export function readFault(text: string): Fault {
  const fault: unknown = text.startsWith('{') ? parseJson(text) : fromPairs(text);
  checkFault(fault);
  return fault;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new SimulatorOptionError('--fault', text, 'a JSON object or kind,name=value,...');
  }
}

function fromPairs(text: string): object {
  const [kind, ...pairs] = text.split(',');
  const members = pairs.map((pair) => {
    const [name = '', ...value] = pair.split('=');
    return [name, plainValue(value.join('='))];
  });
  return { kind, ...Object.fromEntries(members) };
}

function plainValue(text: string): unknown {
  if (text === 'true' || text === 'false') return text === 'true';
  return text !== '' && Number.isFinite(Number(text)) ? Number(text) : text;
}
