import type { CallbackFields, CallbackFormat } from '../callback-content.js';
import { contentError } from './content-error.js';
import { isFields } from './content-fields.js';
import { readJson } from './json-reader.js';
import { XmlReader } from './xml-reader.js';

export interface ReadContent {
  readonly content: CallbackFields;
  readonly format: CallbackFormat;
}

/**
 * Reads a message in whichever format it came; an account's console chooses it, and nobody tells us. The first character that
 * is not blank decides. XML loses its root element.
 *
 * @throws {CallbackError} `content` where it is neither, not well-formed, has a document type or entities of its own, or is
 * deeper or has more parts than any message
 */
export function readContent(text: string): ReadContent {
  const written = text.startsWith('\ufeff') ? text.slice(1) : text;
  const format = formatOf(written);
  const content = format === 'xml' ? new XmlReader(written).read() : readJson(written);
  if (!isFields(content)) throw contentError('no fields');
  return { content, format };
}

function formatOf(text: string): CallbackFormat {
  const first = /[^ \t\r\n]/.exec(text)?.[0];
  if (first === '<') return 'xml';
  if (first === '{') return 'json';
  throw contentError(first === undefined ? 'it is empty' : 'neither XML nor JSON');
}
