import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { PushReport } from '@wetempo/core/push';
import { onTestFinished } from 'vitest';
import type { WechatMpOptions } from '../src/index.js';

const worker = fileURLToPath(new URL('./push-two.mjs', import.meta.url));

/** Two processes with the same options push the same messages, and begin together. */
export async function startTwoPushes(task: {
  readonly options: WechatMpOptions;
  readonly count: number;
}): Promise<readonly [PushReport, PushReport]> {
  const [one, other] = await Promise.all([opened(task), opened(task)]);
  const reports = Promise.all([answerOf(one), answerOf(other)]);
  for (const child of [one, other]) child.send('go');
  return reports as Promise<[PushReport, PushReport]>;
}

async function opened(task: object): Promise<ChildProcess> {
  const child = fork(worker, { stdio: 'inherit', execArgv: [] });
  const gone = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await gone;
  });
  child.send(task);
  await answerOf(child);
  return child;
}

async function answerOf(child: ChildProcess): Promise<unknown> {
  const gone = once(child, 'exit').then(([code]) => {
    throw new Error(`the process ended with ${code}`);
  });
  const [answer] = await Promise.race([once(child, 'message'), gone]);
  gone.catch(() => undefined);
  return answer;
}
