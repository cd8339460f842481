import type { AnyMessageEndpoint } from '@wetempo/core';
import { isWechatErrorOf } from '@wetempo/core';
import type { PushClient, PushItems } from '@wetempo/core/push';

/** What a walk through the whole file has found; nothing was sent. */
export interface LookThrough {
  readonly total: number;
  readonly invalid: number;
  /** Of the first ones. */
  readonly problems: readonly {
    readonly requestId: string;
    readonly line: number | null;
    readonly message: string;
  }[];
  /** Id of the first message that can be sent. */
  readonly firstId: string | undefined;
}

const shownProblems = 10;

/** Checks every message as sending it would. */
export async function lookThrough(
  client: PushClient,
  endpoint: AnyMessageEndpoint,
  items: PushItems,
): Promise<LookThrough> {
  let total = 0;
  let invalid = 0;
  let firstId: string | undefined;
  const problems: LookThrough['problems'][number][] = [];
  for await (const entry of items) {
    total += 1;
    const message = 'invalid' in entry ? entry.invalid : problemOf(client, endpoint, entry);
    if (message === undefined) firstId ??= entry.requestId;
    else {
      invalid += 1;
      if (problems.length < shownProblems)
        problems.push({ requestId: entry.requestId, line: entry.line ?? null, message });
    }
  }
  return { total, invalid, problems, firstId };
}

function problemOf(
  client: PushClient,
  endpoint: AnyMessageEndpoint,
  { request, requestId }: { readonly request: unknown; readonly requestId: string },
): string | undefined {
  try {
    client.checkMessage(endpoint, request, requestId);
    return undefined;
  } catch (error) {
    if (!isWechatErrorOf(error, 'VALIDATION')) throw error;
    return error.message;
  }
}
