import type { StockShape } from './stock-row.js';

/** Beyond what a JavaScript number holds. */
const INT64 = '9007199254740993';
const SECONDS = '1767312000';
const OPENID = 'oTEST000000000000000000000001';

/** Lists come on one page: what names the next one is empty. */
const NEXT_PAGE = /^(new_)?next|cursor$|^last_index$|^scroll_id$/;
const MORE_PAGES = /^has_?more$/i;
const TIME = /(^|_)(time|timestamp|date|at)$|time$/;

/** A value of this form, as JSON: written by hand, as JavaScript would spoil the large numbers. */
export function stockJson(shape: StockShape): string {
  switch (shape.kind) {
    case 'object':
      return `{${[...shape.members].map(([name, member]) => `"${name}":${stockJson(member)}`).join(',')}}`;
    case 'list':
      return `[${stockJson(shape.item)}]`;
    case 'map':
      return `{"key1":${stockJson(shape.item)}}`;
    case 'int64':
      return INT64;
    case 'number':
      return '1.5';
    case 'boolean':
      return String(!MORE_PAGES.test(shape.name));
    case 'integer':
      return integerFor(shape.name);
    case 'text':
      return JSON.stringify(textFor(shape.name));
  }
}

function integerFor(name: string): string {
  if (name === 'errcode' || NEXT_PAGE.test(name) || MORE_PAGES.test(name)) return '0';
  return TIME.test(name) ? SECONDS : '1';
}

function textFor(name: string): string {
  if (NEXT_PAGE.test(name)) return '';
  if (name === 'openid') return OPENID;
  if (/url$|^link$/i.test(name)) return `https://example.com/${name}`;
  return TIME.test(name) ? '2026-01-02 08:00:00' : `${name.toUpperCase()}-1`;
}
