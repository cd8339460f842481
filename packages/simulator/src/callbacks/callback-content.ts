import type { CallbackFormat } from './callback-settings.js';

/**
 * What a callback says. Texts become CDATA or JSON texts; numbers and bigints stand bare in both, so ids that no JavaScript
 * number holds are bigints.
 */
export type CallbackValue = string | number | bigint | readonly CallbackValue[] | CallbackContent;

export interface CallbackContent {
  readonly [name: string]: CallbackValue | undefined;
}

export function writeContent(content: CallbackContent, format: CallbackFormat): string {
  return format === 'xml' ? `<xml>${elements(content)}</xml>` : jsonOf(content);
}

function elements(content: CallbackContent): string {
  return Object.entries(content)
    .map(([name, value]) => (value === undefined ? '' : elementOf(name, value)))
    .join('\n');
}

/** Several values of one name stand as several elements. */
function elementOf(name: string, value: CallbackValue): string {
  if (isList(value)) return value.map((item) => elementOf(name, item)).join('\n');
  return `<${name}>${innerOf(value)}</${name}>`;
}

function innerOf(value: Exclude<CallbackValue, readonly CallbackValue[]>): string {
  if (typeof value === 'object') return elements(value);
  return typeof value === 'string'
    ? `<![CDATA[${value.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`
    : String(value);
}

/** Written by hand, as `JSON.stringify` knows no bigint. */
function jsonOf(value: CallbackValue): string {
  if (isList(value)) return `[${value.map(jsonOf).join(',')}]`;
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object') return JSON.stringify(value);
  const members = Object.entries(value).flatMap(([name, member]) =>
    member === undefined ? [] : [`${JSON.stringify(name)}:${jsonOf(member)}`],
  );
  return `{${members.join(',')}}`;
}

function isList(value: CallbackValue): value is readonly CallbackValue[] {
  return Array.isArray(value);
}
