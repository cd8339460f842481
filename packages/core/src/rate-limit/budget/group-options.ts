import { z } from 'zod';

/**
 * What a call does at a limit: it waits in line, ends with `RateLimitError`, is answered otherwise (reads), or is handed to
 * the send store, which sends it later (messages).
 */
export type OnLimit = 'wait' | 'reject' | 'degrade' | 'queue';

/** A part of the app's rate that calls with this `group` share. */
export interface GroupOptions {
  /** Part of every window of `limits.app`, above 0 and up to 1. All shares add up to 1 or less; the rest is the group `default`'s. */
  readonly share: number;
  /** The higher one borrows first. @default 0 */
  readonly priority?: number | undefined;
  /** Goes on while the alert is red. The group `default` is core unless it says `core: false`. @default false */
  readonly core?: boolean | undefined;
  /**
   * What its calls do at a limit where they do not say themselves. With `queue` a receipt's `status` may be `'pending'`, see
   * `limits.queue`; calls that are no messages wait. @default 'wait'
   */
  readonly onLimit?: OnLimit | undefined;
  /** What it may take beyond its part out of the headroom, as a part of its own; without headroom nothing. @default 0.2 */
  readonly burst?: number | undefined;
  /** The same beyond the burst; each use is told as an event and kept in the audit. @default 0 */
  readonly overdraft?: number | undefined;
}

const groupSchema = z.strictObject({
  share: z.number().gt(0).max(1),
  priority: z.number().int().min(-1000).max(1000).optional(),
  core: z.boolean().optional(),
  onLimit: z.enum(['wait', 'reject', 'degrade', 'queue']).optional(),
  burst: z.number().min(0).max(10).optional(),
  overdraft: z.number().min(0).max(10).optional(),
});

/** A group's name ends the keys of its rules. */
const groupName = z.string().regex(/^[\w.:-]{1,64}$/, {
  error: 'a group is named by 1 to 64 letters, digits, or one of _ . : -',
});

/** Thirds and tenths do not add up to 1 exactly. */
const roundingError = 1e-9;

export const groupsSchema = z.record(groupName, groupSchema).superRefine((groups, context) => {
  const shares = Object.values(groups).map(({ share }) => share);
  const sum = shares.reduce((total, share) => total + share, 0);
  // A single share that is too large has been told by itself.
  if (sum <= 1 + roundingError || shares.some((share) => share > 1)) return;
  context.addIssue({
    code: 'custom',
    message: `the shares add up to ${Number(sum.toFixed(6))}; together they may have 1 at most`,
  });
});
