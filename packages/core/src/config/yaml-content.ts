import type { Document, LineCounter } from 'yaml';
import { ConfigError } from '../errors/errors.js';
import { fillPlaceholders } from './placeholders.js';

/** What a YAML text says. */
export interface YamlContent {
  /** With the environment's values in the place of `${NAME}`. */
  readonly value: unknown;
  /** As it stands in the text. */
  readonly written: unknown;
  /** Line of the key that a path ends with, from 1; where it is missing, of the nearest one above it. */
  lineOf(path: readonly PropertyKey[]): number;
}

type Yaml = typeof import('yaml');

/** What to do about a file that is wrong. */
export const correctTheFile = 'Correct the file; what was in force before stays in force.';

/**
 * @param file names the text in errors
 * @throws {ConfigError} with file and line where the text is no YAML or asks for a variable that is not set; and where
 *   the package `yaml` is not installed
 */
export async function parseYaml(text: string, file: string, hint = correctTheFile): Promise<YamlContent> {
  const yaml = await importYaml();
  const lines = new yaml.LineCounter();
  const document = yaml.parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const fail = (offset: number, problem: string): never => {
    throw new ConfigError(`${file}:${lines.linePos(offset).line} ${problem}`, { hint });
  };
  for (const { pos, message } of document.errors) fail(pos[0], `is no YAML: ${message}`);
  const written = contentOf(document, file, hint);
  fillPlaceholders(yaml, document, fail);
  const value = contentOf(document, file, hint);
  return { value, written, lineOf: (path) => lineOf(yaml, document, lines, path) };
}

/** An alias shows only here to name nothing, or to be one of too many. */
function contentOf(document: Document, file: string, hint: string): unknown {
  try {
    return document.toJS();
  } catch (cause) {
    throw new ConfigError(`${file} is no YAML: an alias cannot be resolved`, { cause, hint });
  }
}

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
