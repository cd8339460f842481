import type { HasPushClient } from '../push/push-client.js';
import { LocalPushEngine } from './local-push-engine.js';
import type { PushEngine } from './push-engine.js';
import type { PushOptions } from './push-options.js';
import { QueuedPushEngine } from './queued-push-engine.js';

interface Shared {
  readonly options: PushOptions;
  readonly engine: Promise<PushEngine>;
}

const sharedOf = new WeakMap<HasPushClient, Shared[]>();

/**
 * The same module registered twice, statically and dynamically, with the same client and queue, gets one engine: that of the
 * first options, hence one worker (F139).
 */
export function openPushEngine(client: HasPushClient, options: PushOptions): Promise<PushEngine> {
  const shared = sharedOf.get(client) ?? [];
  sharedOf.set(client, shared);
  const present = shared.find((one) => isSame(one.options, options));
  if (present !== undefined) return present.engine;
  const entry = { options, engine: open(client, options, () => forget(shared, entry)) };
  shared.push(entry);
  entry.engine.catch(() => forget(shared, entry));
  return entry.engine;
}

function isSame(one: PushOptions, other: PushOptions): boolean {
  if (one.mode === 'local' || other.mode === 'local') return one.mode === other.mode;
  return one.mode === other.mode && one.redis === other.redis && one.queueName === other.queueName;
}

function forget(shared: Shared[], entry: Shared): void {
  const at = shared.indexOf(entry);
  if (at >= 0) shared.splice(at, 1);
}

async function open(client: HasPushClient, options: PushOptions, onFinish: () => void): Promise<PushEngine> {
  if (options.mode === 'local') return endOnce(new LocalPushEngine(client), onFinish);
  const engine = new QueuedPushEngine(client, options);
  await engine.open();
  return endOnce(engine, onFinish);
}

/** Everybody who shares the engine may end it; it ends once. */
function endOnce(engine: PushEngine, onFinish: () => void): PushEngine {
  let finishing: Promise<void> | undefined;
  let closing: Promise<void> | undefined;
  return {
    start: (plan) => engine.start(plan),
    find: (id) => engine.find(id),
    finish: (graceMs) => {
      onFinish();
      finishing ??= engine.finish(graceMs);
      return finishing;
    },
    close: () => {
      closing ??= engine.close();
      return closing;
    },
  };
}
