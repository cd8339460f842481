import { parseArgs } from 'node:util';
import type { CallbackSettings } from '../callbacks/callback-settings.js';
import type { CallbackAccount } from '../callbacks/callback-target.js';
import type { AgentOptions, CorpOptions } from '../corps/corp-options.js';
import { checkFault } from '../faults/check-fault.js';
import type { Fault } from '../faults/fault.js';
import { isRecord } from '../options/checks.js';
import { SimulatorOptionError } from '../options/option-error.js';
import type { AccountOptions, SimulatorOptions } from '../options/options.js';

export const USAGE = `wetempo-simulator: a fake WeChat platform on a port of this machine

  --port N            port to listen on (default: a free one)
  --host ADDRESS      address to listen on (default: 127.0.0.1)
  --account ID:SECRET an account; may be repeated (default: wx0000000000000001)
  --corp ID:AGENT:SECRET
                      an app of a corp of WeCom; may be repeated
                      (default: ww0000000000000001 with the apps 1000001 and 1000002)
  --callback JSON     where callbacks go; may be repeated
                      such as {"appId":"wx0000000000000001","url":"http://127.0.0.1:3000/wx","token":"T"}
                      or with corpId, agentId and encodingAesKey
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
      readonly callbacks: readonly ConfiguredCallback[];
      readonly json: boolean;
    };

/** Where the callbacks of one account go. */
export interface ConfiguredCallback {
  readonly account: CallbackAccount;
  readonly settings: CallbackSettings;
}

/** @throws SimulatorOptionError or a TypeError of Node's that names the argument */
export function parseArguments(args: readonly string[]): Command {
  const { values } = parseArgs({
    args: [...args],
    options: {
      port: { type: 'string' },
      host: { type: 'string' },
      account: { type: 'string', multiple: true },
      corp: { type: 'string', multiple: true },
      callback: { type: 'string', multiple: true },
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
    corps: readCorps(values.corp),
    clock: { speed: number(values.speed) },
    latencyMs: readLatency(values.latency),
    limits: { gatewayPerSecond: number(values.gateway) },
    seed: number(values.seed),
    log: values['no-log'] === true ? false : undefined,
  };
  return {
    kind: 'start',
    options,
    faults: (values.fault ?? []).map(readFault),
    callbacks: (values.callback ?? []).map(readCallback),
    json: values.json === true,
  };
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

/** Apps of one corp may come one by one. */
function readCorps(texts: readonly string[] | undefined): CorpOptions[] | undefined {
  const agents = new Map<string, AgentOptions[]>();
  for (const text of texts ?? []) {
    const [corpId, agentId, corpSecret, ...rest] = text.split(':');
    if (!corpId || !agentId || !corpSecret || rest.length > 0)
      throw new SimulatorOptionError('--corp', text, 'ID:AGENT:SECRET');
    agents.set(corpId, [...(agents.get(corpId) ?? []), { agentId: Number(agentId), corpSecret }]);
  }
  return texts && [...agents].map(([corpId, apps]) => ({ corpId, agents: apps }));
}

function readCallback(text: string): ConfiguredCallback {
  const value = parseJson(text, '--callback');
  if (!isRecord(value)) throw new SimulatorOptionError('--callback', text, 'a JSON object');
  const { appId, corpId, agentId, ...settings } = value;
  const account = corpId === undefined ? { appId } : { corpId, agentId };
  // `callbacks.configure` checks both.
  return { account: account as CallbackAccount, settings: settings as unknown as CallbackSettings };
}

/** Reads `kind,name=value,...`, or JSON where a value holds a comma. */
export function readFault(text: string): Fault {
  const fault: unknown = text.startsWith('{') ? parseJson(text, '--fault') : fromPairs(text);
  checkFault(fault);
  return fault;
}

function parseJson(text: string, flag: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new SimulatorOptionError(flag, text, flag === '--fault' ? 'JSON or kind,name=value,...' : 'JSON');
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
