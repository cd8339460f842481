import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { ConfigError } from '../errors/errors.js';
import { type LimitOptions, limitOptionsSchema } from '../rate-limit/limit-options.js';
import { type RetryOptions, retryOptionsSchema } from '../retry/retry-policy.js';
import { findIssues, pathText } from './check-options.js';
import { correctTheFile, parseYaml } from './yaml-content.js';

/** The options that a policy file may hold, under the same names and in the same shape. */
export interface PolicyOptions {
  readonly limits?: LimitOptions | undefined;
  readonly retry?: RetryOptions | undefined;
}

const policySchema = z.strictObject({
  limits: limitOptionsSchema.optional(),
  retry: retryOptionsSchema.optional(),
});

/**
 * Reads a policy file: YAML with `limits` and `retry` as in the options of a client. `${NAME}` in a value stands for the
 * environment variable of that name. Unquoted, a number stays a number; within `{ }` YAML wants it quoted.
 *
 * What one field says of another, for example a tenant's tier, is checked when the merged options are used.
 *
 * @throws {ConfigError} with file, line and path, for example `policy.yaml:12 limits.groups.batch.share: …`; where the file
 *   cannot be read; and where the package `yaml` is not installed
 */
export async function readPolicyFile(path: string): Promise<PolicyOptions> {
  return parsePolicy(await readPolicyText(path), path);
}

/** @throws {ConfigError} where the file cannot be read */
export async function readPolicyText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    throw new ConfigError(`${path}: the policy file cannot be read`, {
      cause,
      hint: 'Check that `policyFile` names a file that this process may read.',
    });
  }
}

/** @throws {ConfigError} as `readPolicyFile` does */
export async function parsePolicy(text: string, path: string): Promise<PolicyOptions> {
  const { value, written, lineOf } = await parseYaml(text, path);
  // A file is empty for a moment while it is written anew, and nobody means to lift all limits by an empty file.
  if (value === null) throw new ConfigError(`${path}: the policy file is empty`, { hint: correctTheFile });
  const found = findIssues(policySchema, value, written);
  // The schema has just said so. What it fills in is not wanted here: a default must not go before the code's options.
  if (found.length === 0) return value as PolicyOptions;
  const issues = found.map((issue) => ({ path: pathText(issue.path), message: issue.message }));
  const list = found.map(
    (issue) => `${path}:${lineOf(issue.path)} ${pathText(issue.path)}: ${issue.message}`,
  );
  throw new ConfigError(list.join('; '), { issues, hint: correctTheFile });
}

/**
 * Puts a policy file over the options in code.
 *
 * Field by field at the top level of `limits` and of `retry`: `limits.groups` of the file replaces the whole of
 * `limits.groups` in code, and a field that the file leaves out is the code's.
 */
export function mergePolicy<Options extends PolicyOptions>(options: Options, file: PolicyOptions): Options {
  return {
    ...options,
    ...(file.limits && { limits: { ...options.limits, ...file.limits } }),
    ...(file.retry && { retry: { ...options.retry, ...file.retry } }),
  };
}
