import { createReadStream } from 'node:fs';
import { ConfigError } from '../../errors/errors.js';

/** A path, a stream, or anything that gives pieces of a file. */
export type SourceInput = string | AsyncIterable<Uint8Array | string>;

export interface SourceTextOptions {
  readonly input: SourceInput;
  /** As `TextDecoder` knows it: `utf-8`, `gb18030`, `gbk`, `utf-16le`, … */
  readonly encoding: string;
  /** Whom errors name. */
  readonly owner: string;
}

/** In the place of bytes that the encoding has no character for. */
export const noCharacter = '\uFFFD';

/** @throws {ConfigError} for an encoding that Node does not know */
function decoderOf(encoding: string, owner: string) {
  try {
    return new TextDecoder(encoding);
  } catch {
    throw new ConfigError(`${owner}: encoding: is not known, got ${JSON.stringify(encoding.slice(0, 60))}`, {
      hint: "Take 'utf-8', or 'gb18030' for files of a Chinese Excel.",
    });
  }
}

/**
 * The text of a file, piece by piece, without its byte order mark.
 *
 * @throws {ConfigError} where it cannot be read
 */
export async function* sourceText({ input, encoding, owner }: SourceTextOptions): AsyncGenerator<string> {
  const decoder = decoderOf(encoding, owner);
  let isBegun = false;
  for await (const chunk of chunksOf(input, owner)) {
    const text = typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true });
    if (text === '') continue;
    // The decoder takes the mark from Unicode's own encodings only.
    yield isBegun ? text : text.replace(/^\uFEFF/, '');
    isBegun = true;
  }
  yield decoder.decode();
}

async function* chunksOf(input: SourceInput, owner: string): AsyncGenerator<Uint8Array | string> {
  if (typeof input !== 'string') {
    yield* input;
    return;
  }
  try {
    yield* createReadStream(input);
  } catch (cause) {
    throw new ConfigError(`${owner}: cannot read the file ${JSON.stringify(input)}`, {
      cause,
      hint: 'Look at the path and at who may read the file.',
    });
  }
}

/** What to say of a line in which bytes had no character. */
export function unreadableText(encoding: string): string {
  return `holds bytes that are not ${encoding}; files of a Chinese Excel are read with encoding: 'gb18030'`;
}
