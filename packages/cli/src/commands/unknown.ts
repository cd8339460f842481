import { type ApiClient, isWechatError, type SendReceipt, type UnknownRecord } from '@wetempo/core';
import type { Command } from 'commander';
import { wholeNumber } from '../config/flag-numbers.js';
import { type ExitCode, exitCodes } from '../exit-codes.js';
import { confirm } from '../output/confirm.js';
import { table } from '../output/table.js';
import { UsageError } from '../usage-error.js';
import { type AccountTask, accountOptions, type RunCommand, withAccount } from './run-command.js';

export function addUnknown(program: Command, run: RunCommand): void {
  const unknown = program
    .command('unknown')
    .summary('messages of which nobody knows whether they went out: list, send again, settle')
    .addHelpText(
      'after',
      `
Examples:
  $ wetempo unknown list
  $ wetempo unknown settle order-1001 --sent
  $ wetempo unknown resend order-1001 order-1002`,
    );
  addList(unknown, run);
  addResend(unknown, run);
  addSettle(unknown, run);
}

function addList(unknown: Command, run: RunCommand): void {
  const command = unknown
    .command('list')
    .summary('shows them, oldest first')
    .option('--limit <n>', 'most of them to show', '100');
  accountOptions(command).action(({ limit }: { limit: string }) =>
    run(command, (task) =>
      withAccount(task, async ({ account, output }) => {
        const page = await account.client.sends.listUnknown({ limit: wholeNumber(limit, '--limit') });
        const messages = page.records.map(shownRecord);
        const more = page.cursor !== undefined;
        output.answer({ messages, more }, () => listText(messages, more));
        return exitCodes.done;
      }),
    ),
  );
}

function shownRecord({ requestId, endpoint, recipient, push, createdAt, attempts, failure }: UnknownRecord) {
  return {
    requestId,
    endpoint,
    recipient: recipient ?? null,
    push: push ?? null,
    createdAt: new Date(createdAt).toISOString(),
    attempts,
    code: failure.code,
    reason: failure.message,
  };
}

type ShownRecord = ReturnType<typeof shownRecord>;

function listText(messages: readonly ShownRecord[], more: boolean): string {
  if (messages.length === 0) return 'There is none.';
  const rows = messages.map(({ requestId, createdAt, endpoint, recipient, reason }) => [
    requestId,
    createdAt,
    endpoint,
    recipient ?? '',
    reason,
  ]);
  const text = table([['id', 'since', 'endpoint', 'recipient', 'why'], ...rows]);
  return more ? `${text}\nThere are more: --limit shows them.` : text;
}

interface ResendFlags {
  readonly all?: true;
  readonly yes?: true;
}

function addResend(unknown: Command, run: RunCommand): void {
  const command = unknown
    .command('resend')
    .argument('[id...]', 'requestIds')
    .summary('sends them again, although the recipient may have them already')
    .option('--all', 'every unknown message of the account')
    .option('--yes', 'do not ask')
    .addHelpText(
      'after',
      '\nEach goes out as it was stored, under its own requestId. A recipient may get it twice.',
    );
  accountOptions(command).action((ids: string[], flags: ResendFlags) =>
    run(command, (task) => withAccount(task, (account) => resend(account, ids, flags))),
  );
}

async function resend(
  task: AccountTask,
  ids: readonly string[],
  { all, yes }: ResendFlags,
): Promise<ExitCode> {
  if (ids.length > 0 === (all === true)) throw new UsageError('Name requestIds, or say --all.');
  const { client } = task.account;
  const { records, others } = all
    ? { records: await everyUnknown(client), others: [] }
    : await named(client, ids);
  const count = records.length;
  const question = `Send ${count} message${count === 1 ? '' : 's'} again? Who got one already gets it twice.`;
  if (count > 0 && yes !== true && !(await confirm(task.surroundings, question))) return exitCodes.stopped;
  const ends: ResendEnd[] = [...others];
  for (const record of records) ends.push(await resendOne(client, record));
  const sent = ends.filter(({ state }) => state === 'sent').length;
  task.output.answer({ sent, notSent: ends.length - sent, messages: ends }, () => endsText(ends));
  return sent === ends.length ? exitCodes.done : exitCodes.troubles;
}

interface ResendEnd {
  readonly requestId: string;
  readonly state: 'sent' | 'not-sent' | 'not-unknown';
  readonly msgid: string | null;
  readonly reason: string | null;
}

async function everyUnknown(client: ApiClient): Promise<readonly UnknownRecord[]> {
  const records: UnknownRecord[] = [];
  let cursor: string | undefined;
  do {
    const page = await client.sends.listUnknown({ limit: 1000, cursor });
    records.push(...page.records);
    cursor = page.cursor;
  } while (cursor !== undefined);
  return records;
}

async function named(client: ApiClient, ids: readonly string[]) {
  const records: UnknownRecord[] = [];
  const others: ResendEnd[] = [];
  for (const requestId of ids) {
    const record = await client.sends.find(requestId);
    if (record?.state === 'unknown') records.push(record);
    else
      others.push({
        requestId,
        state: 'not-unknown',
        msgid: null,
        reason: `is ${record?.state ?? 'not known'}`,
      });
  }
  return { records, others };
}

async function resendOne(
  client: ApiClient,
  { requestId, endpoint: name, payload, group, tenant }: UnknownRecord,
): Promise<ResendEnd> {
  const endpoint = client.messageEndpoint(name);
  if (endpoint === undefined)
    return { requestId, state: 'not-sent', msgid: null, reason: `no endpoint "${name}" is known` };
  try {
    // Queued, it would count as sent.
    const options = { requestId, group, tenant, resend: 'unknown', onLimit: 'wait' } as const;
    // What `call` answers for a message.
    const { msgid = null } = (await client.callAny(endpoint, JSON.parse(payload), options)) as SendReceipt;
    return { requestId, state: 'sent', msgid, reason: null };
  } catch (error) {
    if (!isWechatError(error)) throw error;
    return { requestId, state: 'not-sent', msgid: null, reason: error.message };
  }
}

function endsText(ends: readonly ResendEnd[]): string {
  if (ends.length === 0) return 'There is none.';
  return table(ends.map(({ requestId, state, msgid, reason }) => [requestId, state, msgid ?? reason ?? '']));
}

interface SettleFlags {
  readonly sent?: true;
  readonly msgid?: string;
  readonly failed?: true;
  readonly reason?: string;
}

function addSettle(unknown: Command, run: RunCommand): void {
  const command = unknown
    .command('settle')
    .argument('<id>', 'requestId')
    .summary('says what became of one; nothing is sent')
    .option('--sent', 'the recipient has it')
    .option('--msgid <id>', 'its id on the platform, with --sent')
    .option('--failed', 'it did not go out')
    .option('--reason <text>', 'why, with --failed');
  accountOptions(command).action((requestId: string, flags: SettleFlags) =>
    run(command, (task) => withAccount(task, (account) => settle(account, requestId, flags))),
  );
}

async function settle(
  { account, output }: AccountTask,
  requestId: string,
  flags: SettleFlags,
): Promise<ExitCode> {
  const end = endOf(flags);
  const isSettled = await account.client.sends.settleUnknown(requestId, end);
  if (!isSettled) {
    const record = await account.client.sends.find(requestId);
    throw new UsageError(
      `${requestId} is ${record === undefined ? 'not known' : record.state}, not unknown.`,
    );
  }
  output.answer({ requestId, state: end.state }, () => `${requestId} counts as ${end.state} from now on.`);
  return exitCodes.done;
}

function endOf({ sent, msgid, failed, reason }: SettleFlags) {
  if ((sent === true) === (failed === true)) throw new UsageError('Say either --sent or --failed.');
  if (sent === true) return { state: 'sent', result: msgid === undefined ? {} : { msgid } } as const;
  const message = reason ?? 'settled by hand as not sent';
  return { state: 'failed', failure: { code: 'SETTLED_BY_HAND', message } } as const;
}
