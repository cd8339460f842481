import { type Answer, jsonText, type Reply, refuse, refuseCorp } from '../server/answer.js';
import { type Call, type Route, withCorpToken, withToken } from '../server/route.js';
import type { Family, RoutingTable } from '../server/routing-table.js';
import { MINIPROGRAM_ROWS } from './miniprogram-rows.js';
import { MP_ROWS } from './mp-rows.js';
import { stockJson } from './stock-answer.js';
import { readRows, type StockRow } from './stock-row.js';
import { WECOM_ROWS } from './wecom-rows.js';

const BYTES = Buffer.from('%PDF-1.4 a file of the simulator\n');

let known: readonly Route[] | undefined;

/**
 * Gives every endpoint that has no rules of its own a stock answer: the token and the fields that must be there are checked,
 * and what is answered has the form, not the sense, of the platform's.
 */
export function addStockRoutes(table: RoutingTable): void {
  known ??= [
    ...readRows(MP_ROWS).map((row) => stockRoute(row, 'app')),
    ...readRows(MINIPROGRAM_ROWS).map((row) => stockRoute(row, 'app')),
    ...readRows(WECOM_ROWS).map((row) => stockRoute(row, 'corp')),
  ];
  for (const route of known) {
    if (!table.has(route.path, route.auth === 'corp-token' ? 'corp' : 'app')) table.set(route);
  }
}

function stockRoute(row: StockRow, family: Family): Route {
  const answer = stockAnswer(row);
  const handle = (call: Call): Reply => {
    const missing = row.required.find((name) => !isThere(call, name));
    if (missing === undefined) return answer();
    return family === 'app'
      ? refuse(40035, `invalid parameter: ${missing} is missing`)
      : refuseCorp(40058, `invalid Request Parameter: ${missing} is missing`);
  };
  return family === 'app'
    ? withToken(row.method, row.path, handle)
    : withCorpToken(row.method, row.path, handle);
}

/** An upload brings its fields in parts that are not looked into. */
function isThere({ query, body, headers }: Call, name: string): boolean {
  if (body[name] !== undefined || query.has(name)) return true;
  return headers['content-type']?.startsWith('multipart/') === true;
}

/** Made when it is first asked for, and then kept. */
function stockAnswer({ answer: shape }: StockRow): () => Answer {
  let kept: Answer | undefined;
  return () => {
    kept ??=
      shape === 'bytes'
        ? { status: 200, contentType: 'application/pdf', body: BYTES }
        : jsonText(stockJson(shape).replace(/^\{/, '{"errcode":0,"errmsg":"ok",').replace(/,\}$/, '}'));
    return kept;
  };
}
