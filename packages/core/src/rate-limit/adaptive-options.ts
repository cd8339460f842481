import { z } from 'zod';

/** How the pace follows what the platform answers. */
export interface AdaptiveOptions {
  /**
   * Calls of one endpoint (and group) that one process has under way: begins at `start`, grows by one with every full
   * round, loses half a place with every limit answer, and is halved and quartered when 60 % and 80 % of a known quota are used.
   * `false`: unbounded. @default { start: 16, least: 1, most: 1024 }
   */
  readonly inFlight?:
    | {
        /** @default 16, moved between `least` and `most` */
        readonly start?: number | undefined;
        /** What no limit answer and no quota takes away. @default 1 */
        readonly least?: number | undefined;
        /** @default 1024, or `start` or `least` where one is larger */
        readonly most?: number | undefined;
      }
    | false
    | undefined;
  /**
   * `learn`: quotas are read from headers, and asked for when a limit answer came. `ask`: also before the first call of
   * each endpoint, once for all processes. `ignore`: neither. @default 'learn'
   */
  readonly quota?: 'learn' | 'ask' | 'ignore' | undefined;
  /** Whether a door keeps a shared pace after a limit answer. @default true */
  readonly pace?: boolean | undefined;
}

/** Bounds of the concurrency of one process on one endpoint. */
export interface InFlightBounds {
  readonly start: number;
  readonly least: number;
  readonly most: number;
}

const places = z.number().int().min(1).max(100_000);

const inFlightSchema = z
  .strictObject({ start: places.optional(), least: places.optional(), most: places.optional() })
  .transform(boundsOf)
  .refine(({ least, most }) => least <= most, { path: ['least'], error: 'must not be more than most' })
  .refine(({ start, least, most }) => start >= least && start <= most, {
    path: ['start'],
    error: 'must be between least and most',
  });

export const adaptiveSchema = z.strictObject({
  inFlight: z.union([z.literal(false), inFlightSchema]).optional(),
  quota: z.enum(['learn', 'ask', 'ignore']).optional(),
  pace: z.boolean().optional(),
});

/** A default gives way to what was said. */
function boundsOf({ start, least = 1, most }: Partial<UndefinedAllowed<InFlightBounds>>): InFlightBounds {
  const upper = most ?? Math.max(1024, start ?? 0, least);
  return { start: start ?? Math.min(Math.max(16, least), upper), least, most: upper };
}

type UndefinedAllowed<Fields> = { [Name in keyof Fields]: Fields[Name] | undefined };

/** `adaptive` with every default filled in; `inFlight` is absent where nothing bounds it. */
export interface AdaptiveSettings {
  readonly inFlight: InFlightBounds | undefined;
  readonly quotaMode: 'learn' | 'ask' | 'ignore';
  readonly keepsPace: boolean;
}

export function adaptiveSettings(adaptive: z.output<typeof adaptiveSchema> | false = {}): AdaptiveSettings {
  if (adaptive === false) return { inFlight: undefined, quotaMode: 'ignore', keepsPace: false };
  const { inFlight = boundsOf({}), quota = 'learn', pace = true } = adaptive;
  return { inFlight: inFlight === false ? undefined : inFlight, quotaMode: quota, keepsPace: pace };
}
