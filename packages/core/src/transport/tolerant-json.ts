import { endOfString, parseLossless } from './lossless-json.js';

/**
 * Parses what the platform sends as JSON. User names reach us with raw control characters in their strings, which JSON
 * forbids; they are escaped in a second pass and nothing else is touched. `undefined` where the text is no JSON at all.
 */
export function parseTolerant(text: string): unknown {
  return attempt(text) ?? (hasControl.test(text) ? attempt(escapeControlsInStrings(text)) : undefined);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: raw control characters are the fault to be found
const hasControl = /[\u0000-\u001f]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above
const everyControl = /[\u0000-\u001f]/g;

function attempt(text: string): unknown {
  try {
    return parseLossless(text);
  } catch {
    return undefined;
  }
}

/** Between strings, line breaks and tabs are lawful white space. */
function escapeControlsInStrings(text: string): string {
  let escaped = '';
  let copied = 0;
  for (let start = text.indexOf('"'); start !== -1; start = text.indexOf('"', copied)) {
    const end = endOfString(text, start);
    escaped += text.slice(copied, start) + text.slice(start, end).replace(everyControl, escapeControl);
    copied = end;
  }
  return escaped + text.slice(copied);
}

function escapeControl(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
