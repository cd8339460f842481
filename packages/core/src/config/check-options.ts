import type { ZodType, z } from 'zod';
import { ConfigError, type ValidationIssue } from '../errors/errors.js';

/** What is wrong, and where in the options. */
export interface OptionIssue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/**
 * What of a wrong value may be shown: nothing of a secret's field, nor of what stands in the place of the options, nor of
 * an address: a user and a password may stand before its `@`.
 */
function shown(options: unknown, path: readonly PropertyKey[]): string {
  // Of a list, each entry is what the list is called.
  const name = path.findLast((part) => typeof part !== 'number');
  if (name === undefined || /secret|token|key|password|redis|url|postgres|mysql/i.test(String(name)))
    return '';
  let value: unknown = options;
  for (const part of path) {
    if (typeof value !== 'object' || value === null) return '';
    value = Reflect.get(value, part);
  }
  if (typeof value === 'string')
    return value.includes('@') ? '' : `, got ${JSON.stringify(value.slice(0, 60))}`;
  return typeof value === 'number' || typeof value === 'boolean' ? `, got ${value}` : '';
}

type Issue = z.core.$ZodIssue;

function issuesOf(issue: Issue, options: unknown, above: readonly PropertyKey[] = []): OptionIssue[] {
  const path = [...above, ...issue.path];
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => ({
        path: [...path, key],
        message: 'is no option; look at its spelling',
      }));
    case 'invalid_key':
      return issue.issues.map(({ message }) => ({ path, message }));
    case 'invalid_union': {
      const within = issue.errors.find(isWithin);
      if (within !== undefined) return within.flatMap((inner) => issuesOf(inner, options, path));
    }
  }
  return [{ path, message: `${issue.message}${shown(options, path)}` }];
}

/** Of `false` or an object, somebody who wrote an object wants to hear which of its fields is wrong. */
function isWithin(branch: readonly Issue[]): boolean {
  return branch.every((issue) => issue.path.length > 0 || issue.code === 'unrecognized_keys');
}

/**
 * Every wrong option, or none. Changes nothing.
 *
 * @param written the options as somebody wrote them, where something was put into them since: only this is shown
 */
export function findIssues(schema: ZodType, options: unknown, written = options): readonly OptionIssue[] {
  const { error } = schema.safeParse(options);
  return error === undefined ? [] : error.issues.flatMap((issue) => issuesOf(issue, written));
}

/** The path as it is written in messages, for example `limits.app.perMinute`. */
export function pathText(path: readonly PropertyKey[]): string {
  return path.map(String).join('.') || '(options)';
}

/**
 * Checks options where they are handed in.
 *
 * @throws {ConfigError} naming each wrong option by its path and value
 */
export function checkOptions<Options>(schema: ZodType<Options>, options: unknown, owner: string): Options {
  const parsed = schema.safeParse(options);
  if (parsed.success) return parsed.data;
  const issues: ValidationIssue[] = parsed.error.issues
    .flatMap((issue) => issuesOf(issue, options))
    .map(({ path, message }) => ({ path: pathText(path), message }));
  const list = issues.map((issue) => `${issue.path}: ${issue.message}`).join('; ');
  throw new ConfigError(`${owner}: ${list}`, {
    issues,
    hint: 'Correct the named options; nothing was started.',
  });
}
