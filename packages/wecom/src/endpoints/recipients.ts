import { z } from 'zod';

/** In the place of userids: every member who sees the app. */
const everybody = '@all';

/** Ids joined by `|`, as many as the platform takes. */
function joinedIds(what: string, pattern: RegExp, max: number) {
  return z
    .string()
    .regex(pattern, `must be ${what}, joined by "|"`)
    .refine((ids) => ids.split('|').length <= max, `must name at most ${max}; split the message`);
}

/** Whom a message goes to. At least one of the three. */
export const recipientFields = {
  /** userids joined by `|`, 1000 at most; or `@all`. */
  touser: joinedIds('userids', /^[^\s|]+(\|[^\s|]+)*$/, 1000).optional(),
  /** Numbers of departments joined by `|`, 100 at most. */
  toparty: joinedIds('numbers of departments', /^\d+(\|\d+)*$/, 100).optional(),
  /** Numbers of tags joined by `|`, 100 at most. */
  totag: joinedIds('numbers of tags', /^\d+(\|\d+)*$/, 100).optional(),
};

interface Recipients {
  readonly touser?: string | undefined;
  readonly toparty?: string | undefined;
  readonly totag?: string | undefined;
}

export function namesSomebody({ touser, toparty, totag }: Recipients): boolean {
  return (touser ?? toparty ?? totag) !== undefined;
}

/** The people that a request names one by one, as it names them; `undefined` where it names none of them. */
export function namedPeople({ touser }: Recipients): string | undefined {
  return touser === everybody ? undefined : touser;
}

/** Each of them once. */
export function peopleOf(request: Recipients): readonly string[] {
  const named = namedPeople(request);
  return named === undefined ? [] : [...new Set(named.split('|'))];
}
