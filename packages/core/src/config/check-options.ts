import type { ZodType, z } from 'zod';
import { ConfigError, type ValidationIssue } from '../errors/errors.js';

/** What of a wrong value may be shown: nothing of a secret's field, nor of what stands in the place of the options. */
function shown(options: unknown, path: readonly PropertyKey[]): string {
  const name = path.at(-1);
  if (name === undefined || /secret|token|key|password|redis|url|postgres|mysql/i.test(String(name)))
    return '';
  let value: unknown = options;
  for (const part of path) {
    if (typeof value !== 'object' || value === null) return '';
    value = Reflect.get(value, part);
  }
  if (typeof value === 'string') return `, got ${JSON.stringify(value.slice(0, 60))}`;
  return typeof value === 'number' || typeof value === 'boolean' ? `, got ${value}` : '';
}

type Issue = z.core.$ZodIssue;

function issuesOf(issue: Issue, options: unknown): ValidationIssue[] {
  const at = (...more: string[]) => [...issue.path, ...more].map(String).join('.') || '(options)';
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({ path: at(key), message: 'is no option; look at its spelling' }));
  return [{ path: at(), message: `${issue.message}${shown(options, issue.path)}` }];
}

/**
 * Checks options where they are handed in.
 *
 * @throws {ConfigError} naming each wrong option by its path and value
 */
export function checkOptions<Options>(schema: ZodType<Options>, options: unknown, owner: string): Options {
  const parsed = schema.safeParse(options);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.flatMap((issue) => issuesOf(issue, options));
  const list = issues.map((issue) => `${issue.path}: ${issue.message}`).join('; ');
  throw new ConfigError(`${owner}: ${list}`, {
    issues,
    hint: 'Correct the named options; nothing was started.',
  });
}
