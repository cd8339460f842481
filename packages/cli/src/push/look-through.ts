import {
  dryRun,
  type HasPushClient,
  type PushEntry,
  type PushItems,
  type PushPlan,
} from '@wetempo/core/push';

/** What a walk through the whole file has found; nothing was sent. */
export interface LookThrough {
  readonly total: number;
  readonly invalid: number;
  /** Ids that came before in the file: only the first of each goes out. */
  readonly duplicates: number;
  /** The first of the invalid ones. */
  readonly problems: readonly LineProblem[];
  /** Id of the first message that can be sent. */
  readonly firstId: string | undefined;
}

export interface LineProblem {
  readonly requestId: string;
  readonly line: number | null;
  readonly message: string;
}

const shownProblems = 10;

/** Checks every message as sending it would. */
export async function lookThrough(
  account: HasPushClient,
  plan: PushPlan,
  signal: AbortSignal,
): Promise<LookThrough> {
  const problems: LineProblem[] = [];
  let first: string | undefined;
  const items = tapped(plan.items, (entry) => {
    if (!('invalid' in entry)) first ??= entry.requestId;
  });
  const report = await dryRun(
    account,
    { ...plan, items },
    {
      signal,
      onInvalid: ({ requestId, line = null, message }) => {
        // It was the latest to be read.
        if (requestId === first) first = undefined;
        if (problems.length < shownProblems) problems.push({ requestId, line, message });
      },
    },
  );
  const { total, invalid, duplicates } = report;
  return { total, invalid, duplicates, problems, firstId: first };
}

async function* tapped(items: PushItems, hear: (entry: PushEntry) => void): AsyncGenerator<PushEntry> {
  for await (const entry of items) {
    hear(entry);
    yield entry;
  }
}
