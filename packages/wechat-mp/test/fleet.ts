import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { RawRequest, SendReceipt, WetempoEvent } from '@wetempo/core';
import { onTestFinished } from 'vitest';
import type { WechatMpOptions } from '../src/index.js';

export interface FailedOutcome {
  readonly error: { readonly code: string; readonly message: string };
  readonly tookMs: number;
}

export type SendOutcome = (SendReceipt & { readonly tookMs: number }) | FailedOutcome;

/** An event, and when it was heard in epoch milliseconds. */
export type HeardEvent = WetempoEvent & { readonly at: number };

export interface FleetMessage {
  readonly request: { readonly touser: string; readonly template_id: string; readonly data: unknown };
  readonly requestId: string;
}

/** A client in a process of its own, which can be killed and paused. */
export interface FleetProcess {
  /** All at once, or one after the other `everyMs`, whatever becomes of those before. */
  send(
    messages: readonly FleetMessage[],
    options?: object,
    everyMs?: number,
  ): Promise<readonly SendOutcome[]>;
  request(requests: readonly RawRequest[], options?: object): Promise<readonly object[]>;
  resume(): Promise<{
    readonly sent: readonly SendReceipt[];
    readonly notSent: readonly { requestId: string; code: string }[];
  }>;
  events(type: WetempoEvent['type']): Promise<readonly HeardEvent[]>;
  close(): Promise<void>;
  signal(signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): void;
  /** Resolves when the process is gone. */
  readonly gone: Promise<unknown>;
}

const worker = fileURLToPath(new URL('./worker.mjs', import.meta.url));

/** Starts so many processes with the same options; they end with the test. */
export function startFleet(size: number, options: Partial<WechatMpOptions>): Promise<FleetProcess[]> {
  return Promise.all(Array.from({ length: size }, () => startProcess(options)));
}

async function startProcess(options: Partial<WechatMpOptions>): Promise<FleetProcess> {
  const child = fork(worker, { stdio: 'inherit', execArgv: [] });
  const gone = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await gone;
  });
  const ask = caller(child);
  await once(child, 'message');
  await ask('open', options);
  return {
    send: async (messages, sendOptions, everyMs = 0) =>
      (await ask('send', { messages, options: sendOptions, everyMs })) as SendOutcome[],
    request: async (requests, callOptions) =>
      (await ask('request', { requests, options: callOptions })) as object[],
    resume: async () => (await ask('resume')) as Awaited<ReturnType<FleetProcess['resume']>>,
    events: async (type) => (await ask('events', type)) as HeardEvent[],
    close: async () => void (await ask('close')),
    signal: (signal) => void child.kill(signal),
    gone,
  };
}

/** Commands over the child's channel. One that the child did not live to answer never settles. */
function caller(child: ChildProcess): (command: string, input?: unknown) => Promise<unknown> {
  const waiting = new Map<number, { resolve: (output: unknown) => void; reject: (error: Error) => void }>();
  let lastId = 0;
  child.on('message', (answer: { id: number; output?: unknown; error?: object }) => {
    const caller = waiting.get(answer.id);
    waiting.delete(answer.id);
    if (answer.error === undefined) caller?.resolve(answer.output);
    else caller?.reject(Object.assign(new Error('the worker failed'), answer.error));
  });
  return (command, input) =>
    new Promise((resolve, reject) => {
      lastId += 1;
      waiting.set(lastId, { resolve, reject });
      child.send({ id: lastId, command, input });
    });
}
