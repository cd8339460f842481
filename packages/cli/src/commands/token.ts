import {
  MemoryTokenLock,
  MemoryTokenStore,
  RedisConnection,
  RedisTokenStore,
  RedlockTokenLock,
  SharedCredential,
  systemClock,
  type TokenLock,
  type TokenStore,
} from '@wetempo/core';
import type { Command } from 'commander';
import { hostOf } from '../config/send-store-text.js';
import { exitCodes } from '../exit-codes.js';
import { durationText } from '../output/durations.js';
import { tokenSourceOf } from '../platforms/index.js';
import { UsageError } from '../usage-error.js';
import { type AccountTask, accountOptions, type RunCommand, withAccount } from './run-command.js';

/** Any errcode that says "this token is no good" makes the credential look for another one. */
const invalidToken = 40001;

export function addToken(program: Command, run: RunCommand): void {
  const command = program
    .command('token')
    .summary('shows the access token of the account: age, expiry, where it is kept; never the token itself')
    .option('--refresh', 'fetch a new one; it ends the present one at once, 20 times a day at most')
    .addHelpText(
      'after',
      `
Examples:
  $ wetempo token
  $ wetempo token --refresh
  $ wetempo token --json | jq .remainingMs`,
    );
  accountOptions(command).action(({ refresh }: { refresh?: true }) =>
    run(command, (task) =>
      withAccount(task, async (account) => {
        await showToken(account, refresh === true);
        return exitCodes.done;
      }),
    ),
  );
}

interface OpenTokens {
  readonly keptIn: string;
  readonly store: TokenStore;
  readonly lock: TokenLock;
  close(): Promise<void>;
}

async function showToken(
  { settings, platform, account, output }: AccountTask,
  refresh: boolean,
): Promise<void> {
  if (settings.token?.mode === 'classic') {
    throw new UsageError(
      'token.mode is classic: asking for a token would end the one that is in use.',
      'Use the stable mode, which gives every caller the same token.',
    );
  }
  const { client } = account;
  const tokens = await openTokens(settings.redis, client.accountKey);
  const credential = new SharedCredential(tokenSourceOf(platform, settings, client), {
    store: tokens.store,
    lock: tokens.lock,
  });
  try {
    const present = await credential.get();
    const value = refresh ? await credential.rejected(present, invalidToken) : present;
    const health = credential.peek();
    if (health.state === 'none') throw new Error('the token was gone as soon as it had come');
    const shown = {
      account: client.accountKey,
      token: masked(value),
      ageMs: Math.round(health.ageMs),
      remainingMs: Math.round(health.remainingMs),
      expiresAt: new Date(Date.now() + health.remainingMs).toISOString(),
      keptIn: tokens.keptIn,
      refreshed: refresh,
    };
    output.answer(shown, () => tokenText(shown));
  } finally {
    await credential.close();
    await tokens.close();
  }
}

async function openTokens(redis: string | undefined, account: string): Promise<OpenTokens> {
  if (redis === undefined) {
    const store = new MemoryTokenStore(systemClock);
    const close = async () => undefined;
    return {
      keptIn: 'nowhere: without Redis each process asks for it',
      store,
      lock: new MemoryTokenLock(systemClock),
      close,
    };
  }
  const connection = await RedisConnection.open(redis);
  const lock = await RedlockTokenLock.open({ connection, account });
  const close = async () => {
    await lock.close();
    await connection.close();
  };
  return {
    keptIn: `Redis at ${hostOf(redis)}`,
    store: new RedisTokenStore(connection, account),
    lock,
    close,
  };
}

/** Enough to tell two tokens apart. */
function masked(token: string): string {
  return token.length < 24 ? '…' : `${token.slice(0, 4)}…${token.slice(-4)} (${token.length} characters)`;
}

interface ShownToken {
  readonly account: string;
  readonly token: string;
  readonly ageMs: number;
  readonly remainingMs: number;
  readonly expiresAt: string;
  readonly keptIn: string;
  readonly refreshed: boolean;
}

function tokenText({ account, token, ageMs, remainingMs, expiresAt, keptIn, refreshed }: ShownToken): string {
  return [
    `token of ${account}: ${token}${refreshed ? ', new' : ''}`,
    `  given out ${durationText(ageMs)} ago, good for another ${durationText(remainingMs)}, until ${expiresAt}`,
    `  kept in ${keptIn}`,
  ].join('\n');
}
