import { readFile } from 'node:fs/promises';
import type { ZodType } from 'zod';
import { ConfigError } from '../errors/errors.js';
import { findIssues, pathText } from './check-options.js';
import { parseYaml } from './yaml-content.js';

/** Options out of a YAML file, and where each of them stands. */
export interface YamlOptions<Options> {
  /** With the environment's values in the place of `${NAME}`. */
  readonly options: Options;
  /** Line of an option, from 1; where it is missing, of the nearest one above it. */
  lineOf(path: readonly PropertyKey[]): number;
}

const hint = 'Correct the file; nothing was started.';

/**
 * Reads and checks a program's own YAML file. `${NAME}` in a value stands for the environment variable of that name, so
 * that no secret need stand in it.
 *
 * @throws {ConfigError} with file, line, path and value of each wrong option; and where the file cannot be read
 */
export async function readYamlOptions<Options>(
  file: string,
  schema: ZodType<Options>,
): Promise<YamlOptions<Options>> {
  const { value, written, lineOf } = await parseYaml(await textOf(file), file, hint);
  const found = findIssues(schema, value ?? {}, written ?? {});
  if (found.length === 0) return { options: schema.parse(value ?? {}), lineOf };
  const issues = found.map((issue) => ({ path: pathText(issue.path), message: issue.message }));
  const list = found.map(({ path, message }) => `${file}:${lineOf(path)} ${pathText(path)}: ${message}`);
  throw new ConfigError(list.join('; '), { issues, hint });
}

async function textOf(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    throw new ConfigError(`${file}: the file cannot be read`, {
      cause,
      hint: 'Check that the path is right and that this process may read it.',
    });
  }
}
