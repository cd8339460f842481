import type { ContentBounds } from './content-bounds.js';
import { contentError } from './content-error.js';

/** The five that every XML text has. Nobody can declare more: a document type is refused. */
const named: ReadonlyMap<string, string> = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
  ['apos', "'"],
]);
const reference = /&(?:#x([0-9a-fA-F]{1,6})|#(\d{1,7})|([A-Za-z_:][\w.:-]{0,63}));/y;

/** Text outside CDATA. An `&` that begins no reference stays, since addresses come unescaped; an unknown name is refused. */
export function decodeEntities(text: string, at: number, bounds: ContentBounds): string {
  let decoded = '';
  let copied = 0;
  // `replace` would look for all of them before the first is counted.
  for (let found = text.indexOf('&'); found !== -1; found = text.indexOf('&', found + 1)) {
    reference.lastIndex = found;
    const parts = reference.exec(text);
    if (parts === null) continue;
    bounds.part(at + found);
    decoded += text.slice(copied, found) + meaningOf(parts, at + found);
    copied = found + parts[0].length;
  }
  return decoded + text.slice(copied);
}

function meaningOf(parts: RegExpExecArray, at: number): string {
  const [, hex, decimal, name] = parts;
  const meaning = name === undefined ? character(hex, decimal) : named.get(name);
  if (meaning === undefined) throw contentError('an entity that is not known', at);
  return meaning;
}

function character(hex: string | undefined, decimal: string | undefined): string | undefined {
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
  const isSurrogate = code >= 0xd800 && code <= 0xdfff;
  return code === 0 || code > 0x10ffff || isSurrogate ? undefined : String.fromCodePoint(code);
}
