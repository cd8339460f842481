import { readFile } from 'node:fs/promises';
import type { Document, LineCounter } from 'yaml';
import { z } from 'zod';
import { ConfigError } from '../errors/errors.js';
import { type LimitOptions, limitOptionsSchema } from '../rate-limit/limit-options.js';
import { type RetryOptions, retryOptionsSchema } from '../retry/retry-policy.js';
import { findIssues, type OptionIssue, pathText } from './check-options.js';
import { fillPlaceholders } from './placeholders.js';

/** The options that a policy file may hold, under the same names and in the same shape. */
export interface PolicyOptions {
  readonly limits?: LimitOptions | undefined;
  readonly retry?: RetryOptions | undefined;
}

const policySchema = z.strictObject({
  limits: limitOptionsSchema.optional(),
  retry: retryOptionsSchema.optional(),
});

const hint = 'Correct the file; what was in force before stays in force.';

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
  const yaml = await importYaml();
  const lines = new yaml.LineCounter();
  const document = yaml.parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const [broken] = document.errors;
  if (broken !== undefined) {
    const { line } = lines.linePos(broken.pos[0]);
    throw new ConfigError(`${path}:${line} is no YAML: ${broken.message}`, { cause: broken, hint });
  }
  const written: unknown = document.toJS();
  fillPlaceholders(yaml, document, (problem, offset) => {
    throw new ConfigError(`${path}:${lines.linePos(offset).line} ${problem}`, { hint });
  });
  const policy: unknown = document.toJS();
  // A file is empty for a moment while it is written anew, and nobody means to lift all limits by an empty file.
  if (policy === null) throw new ConfigError(`${path}: the policy file is empty`, { hint });
  const issues = findIssues(policySchema, policy, written);
  if (issues.length > 0)
    throw wrongOptions(path, issues, (issue) => lineOf(yaml, document, lines, issue.path));
  // The schema has just said so. What it fills in is not wanted here: a default must not go before the code's options.
  return policy as PolicyOptions;
}

function wrongOptions(
  file: string,
  found: readonly OptionIssue[],
  lineOfIssue: (issue: OptionIssue) => number,
): ConfigError {
  const issues = found.map(({ path, message }) => ({ path: pathText(path), message }));
  const list = found.map(
    (issue) => `${file}:${lineOfIssue(issue)} ${pathText(issue.path)}: ${issue.message}`,
  );
  return new ConfigError(list.join('; '), { issues, hint });
}

type Yaml = typeof import('yaml');

/** Line of the key that a path ends with; where it is missing, of the nearest one above it. */
function lineOf(
  { isMap, isNode, isScalar, isSeq }: Yaml,
  document: Document,
  lines: LineCounter,
  path: readonly PropertyKey[],
): number {
  let node: unknown = document.contents;
  let offset = 0;
  for (const name of path) {
    const pair = isMap(node)
      ? node.items.find(({ key }) => isScalar(key) && String(key.value) === String(name))
      : undefined;
    const named = isSeq(node) ? node.items[Number(name)] : pair?.key;
    if (!isNode(named)) break;
    offset = named.range?.[0] ?? offset;
    node = pair === undefined ? named : pair.value;
  }
  return lines.linePos(offset).line;
}

async function importYaml(): Promise<Yaml> {
  try {
    return await import('yaml');
  } catch (cause) {
    throw new ConfigError('policyFile: a file was named, but the package "yaml" is not installed', {
      cause,
      hint: 'Run `npm install yaml`, or say in code what the file says.',
    });
  }
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
