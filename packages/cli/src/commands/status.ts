import { isWechatErrorOf, type SendRecord, type SendState } from '@wetempo/core';
import { type PushProgress, PushQueue } from '@wetempo/core/push';
import type { Command } from 'commander';
import { wholeNumber } from '../config/flag-numbers.js';
import { type ExitCode, exitCodes } from '../exit-codes.js';
import { table } from '../output/table.js';
import { progressText } from '../push/push-view.js';
import { UsageError } from '../usage-error.js';
import { type AccountTask, accountOptions, type RunCommand, withAccount } from './run-command.js';

const states = ['sent', 'pending', 'failed', 'unknown'] as const satisfies readonly SendState[];

interface StatusFlags {
  readonly id?: string;
  readonly recipient?: string;
  readonly state?: string;
  readonly limit: string;
}

export function addStatus(program: Command, run: RunCommand): void {
  const command = program
    .command('status')
    .argument('[push]', 'id of a push')
    .summary("counts the account's messages, shows a push, or finds single messages")
    .option('--id <requestId>', 'one message')
    .option('--recipient <openid>', 'messages to one person (not with Redis)')
    .option(
      '--state <state>',
      `only these: ${states.join(', ')}; with a push, lists its messages (not with Redis)`,
    )
    .option('--limit <n>', 'most messages to show', '20')
    .addHelpText(
      'after',
      `
Examples:
  $ wetempo status
  $ wetempo status spring-sale
  $ wetempo status spring-sale --state failed
  $ wetempo status --id order-1001`,
    );
  accountOptions(command).action((push: string | undefined, flags: StatusFlags) =>
    run(command, (task) => withAccount(task, (account) => status(account, push, flags))),
  );
}

async function status(task: AccountTask, push: string | undefined, flags: StatusFlags): Promise<ExitCode> {
  if (flags.id !== undefined) return showOne(task, flags.id);
  if (flags.recipient !== undefined || flags.state !== undefined) return search(task, push, flags);
  if (push !== undefined) return showPush(task, push);
  const counts = await task.account.client.sends.count();
  task.output.answer({ account: task.account.client.accountKey, counts }, () => countsText(counts));
  return exitCodes.done;
}

function countsText(counts: Record<SendState, number>): string {
  return table(states.map((state) => [state, `${counts[state]}`]));
}

async function showOne({ account, output }: AccountTask, requestId: string): Promise<ExitCode> {
  const record = await account.client.sends.find(requestId);
  if (record === undefined) throw new UsageError(`No message ${requestId} is known.`);
  const shown = shownRecord(record);
  output.answer({ message: shown }, () => recordsText([shown]));
  return exitCodes.done;
}

async function search(
  { account, output }: AccountTask,
  push: string | undefined,
  flags: StatusFlags,
): Promise<ExitCode> {
  const { recipient, state, limit } = flags;
  const page = await account.client.sends.search({
    push,
    recipient,
    states: state === undefined ? undefined : [stateOf(state)],
    limit: wholeNumber(limit, '--limit'),
  });
  const messages = page.records.map(shownRecord);
  output.answer({ messages, more: page.cursor !== undefined }, () => recordsText(messages));
  return exitCodes.done;
}

function stateOf(text: string): SendState {
  const state = states.find((candidate) => candidate === text);
  if (state === undefined)
    throw new UsageError(`--state must be one of ${states.join(', ')}, got "${text}".`);
  return state;
}

async function showPush(task: AccountTask, push: string): Promise<ExitCode> {
  const progress = await queuedProgress(task, push);
  if (progress === undefined) return countPush(task, push);
  task.output.answer({ push, progress }, () => `push ${push}, ${progress.phase}: ${progressText(progress)}`);
  return exitCodes.done;
}

/** `undefined`: no queue knows it, or there is none. */
async function queuedProgress(
  { account, settings }: AccountTask,
  push: string,
): Promise<PushProgress | undefined> {
  if (settings.redis === undefined) return undefined;
  const queue = new PushQueue(account.client, { redis: settings.redis });
  try {
    return await (await queue.find(push))?.progress();
  } catch (error) {
    // Without bullmq nobody has put anything into a queue here.
    if (!isWechatErrorOf(error, 'CONFIG')) throw error;
    return undefined;
  } finally {
    await queue.close();
  }
}

async function countPush({ account, output }: AccountTask, push: string): Promise<ExitCode> {
  const counts = { sent: 0, pending: 0, failed: 0, unknown: 0 };
  let known = 0;
  let cursor: string | undefined;
  do {
    const page = await account.client.sends.search({ push, limit: 1000, cursor });
    for (const { state } of page.records) counts[state] += 1;
    known += page.records.length;
    cursor = page.cursor;
  } while (cursor !== undefined);
  if (known === 0) throw new UsageError(`No message of a push ${push} is known.`);
  output.answer({ push, counts }, () => countsText(counts));
  return exitCodes.done;
}

function shownRecord(record: SendRecord) {
  const { requestId, state, endpoint, recipient, push, createdAt, attempts } = record;
  const failure = 'failure' in record ? record.failure : undefined;
  return {
    requestId,
    state,
    endpoint,
    recipient: recipient ?? null,
    push: push ?? null,
    createdAt: new Date(createdAt).toISOString(),
    attempts,
    msgid: (record.state === 'sent' ? record.result.msgid : undefined) ?? null,
    delivery: (record.state === 'sent' ? record.delivery?.status : undefined) ?? null,
    errcode: failure?.errcode ?? null,
    reason: failure?.message ?? null,
  };
}

function recordsText(records: readonly ReturnType<typeof shownRecord>[]): string {
  if (records.length === 0) return 'There is none.';
  const rows = records.map(({ requestId, state, createdAt, recipient, msgid, delivery, reason }) => [
    requestId,
    state,
    createdAt,
    recipient ?? '',
    delivery ?? msgid ?? reason ?? '',
  ]);
  return table([['id', 'state', 'since', 'recipient', ''], ...rows]);
}
