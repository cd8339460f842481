import type { ZodType } from 'zod';
import { ConfigError, type ValidationIssue } from '../errors/errors.js';

/** What of a wrong value may be shown; a secret's field shows nothing of it. */
function shown(options: unknown, path: readonly PropertyKey[]): string {
  const name = String(path.at(-1) ?? '');
  if (/secret|token|key|password|redis|url|postgres|mysql/i.test(name)) return '';
  let value: unknown = options;
  for (const part of path) {
    if (typeof value !== 'object' || value === null) return '';
    value = Reflect.get(value, part);
  }
  if (typeof value === 'string') return `, got ${JSON.stringify(value.slice(0, 60))}`;
  return typeof value === 'number' || typeof value === 'boolean' ? `, got ${value}` : '';
}

/**
 * Checks options where they are handed in.
 *
 * @throws {ConfigError} naming each wrong option by its path and value
 */
export function checkOptions<Options>(schema: ZodType<Options>, options: unknown, owner: string): Options {
  const parsed = schema.safeParse(options);
  if (parsed.success) return parsed.data;
  const issues: ValidationIssue[] = parsed.error.issues.map((issue) => ({
    path: issue.path.map(String).join('.') || '(options)',
    message: `${issue.message}${shown(options, issue.path)}`,
  }));
  const list = issues.map((issue) => `${issue.path}: ${issue.message}`).join('; ');
  throw new ConfigError(`${owner}: ${list}`, {
    issues,
    hint: 'Correct the named options; nothing was started.',
  });
}
