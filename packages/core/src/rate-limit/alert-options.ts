import { z } from 'zod';

/** When the share of limit answers raises an alert. */
export interface AlertOptions {
  /** Above it all slow down, as far as limits are met that a slower pace spares. @default 0.02 */
  readonly yellow?: number | undefined;
  /** Above it the declared groups that are not core pause; more than `yellow`. @default 0.05 */
  readonly red?: number | undefined;
  /** Fewer recent requests than this raise nothing. @default 20 */
  readonly leastCalls?: number | undefined;
  /** How long a red alert pauses the other groups; it is renewed while limit answers go on. @default 10000 */
  readonly pauseMs?: number | undefined;
}

const share = z.number().gt(0).max(1);

/** Answers the options with every default filled in. */
export const alertsSchema = z
  .strictObject({
    yellow: share.default(0.02),
    red: share.default(0.05),
    leastCalls: z.number().int().min(1).max(1_000_000).default(20),
    pauseMs: z.number().int().min(100).max(86_400_000).default(10_000),
  })
  .superRefine(({ yellow, red }, context) => {
    if (red > yellow) return;
    context.addIssue({ code: 'custom', path: ['red'], message: `must be more than yellow (${yellow})` });
  });

export type AlertSettings = Readonly<z.output<typeof alertsSchema>>;

/** `undefined` where no alert is wanted. */
export function alertSettings(alerts: AlertSettings | false | undefined): AlertSettings | undefined {
  return alerts === false ? undefined : (alerts ?? alertsSchema.parse({}));
}
