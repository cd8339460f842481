// Writes packages/simulator/src/stock/*-rows.ts: what endpoints without rules of their own are answered.
//
// usage: node scripts/stock-rows.mjs FOLDER
//
// FOLDER holds <platform>/<group>.json: lists of { path, method, query, body, response, binary }, where a field is
// { name, type, required, fields?, note? }. It is kept outside this repository; see CONTRIBUTING.md.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const GROUPS = {
  mp: 'auth basic customer_service draft mass_send material media menu oauth openapi publish qrcode subscribe_message tag template_message ticket user comment auto_reply datacube',
  miniprogram:
    'analytics auth customer_service openapi order_shipping_or_vod phone sec_other security subscribe_message updatable_message url_link wxacode',
  wecom:
    'agent appchat approval auth calendar checkin department external_contact groupchat kf media message miniprogram oauth other robot tag user',
};
const MARKS = {
  integer: ':i',
  int64: ':l',
  number: ':n',
  boolean: ':b',
  'string-or-integer': ':i',
  'string-or-number': ':i',
  'string-or-int64': ':l',
};
// Said to be required by the source, and left out by callers who are answered well.
const OPTIONAL = [
  '/wxa/genwxashortlink page_title',
  '/wxa/generatenfcscheme jump_wxa',
  '/cgi-bin/miniprogram/jscode2session grant_type',
];
const MAX_DEPTH = 6;

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('usage: node scripts/stock-rows.mjs FOLDER');

for (const [platform, groups] of Object.entries(GROUPS)) {
  const rows = groups.split(' ').flatMap((group) => rowsOf(read(platform, group)));
  const file = `packages/simulator/src/stock/${platform}-rows.ts`;
  writeFileSync(file, source(platform, [...new Set(rows)].sort(byPath)));
  process.stdout.write(`${file}: ${rows.length} rows\n`);
}

function read(platform, group) {
  return JSON.parse(readFileSync(join(folder, platform, `${group}.json`), 'utf8'));
}

function rowsOf(endpoints) {
  // Those that take no access token have rules of their own or belong to service providers.
  return endpoints
    .filter(
      ({ path }) =>
        !/^\/(sns|cgi-bin\/(service|gettoken|webhook|token|stable_token|clear_quota))(\/|$)/.test(path),
    )
    .map(rowOf);
}

function rowOf({ method, path, query, body, response, binary, variants }) {
  // Where one path serves several calls, a field that one of them needs is missing in the others.
  const needed = variants === undefined ? [...query, ...body] : [];
  const required = needed
    .filter(
      ({ required: isRequired, type, name, note }) => isRequired && type !== 'file' && isPlain(name, note),
    )
    .map(({ name }) => name)
    .filter((name) => !OPTIONAL.includes(`${path} ${name}`));
  const answer = binary === 'response' ? '!' : members(response, 0);
  return [method, path, required.join(','), answer].join(' ').trimEnd();
}

function members(fields, depth) {
  return fields
    .filter(({ name, note, required }) => isPlain(name, note) && (depth < 2 || required))
    .map((field) => `${field.name}${markOf(field.type, field.fields ?? [], depth)}`)
    .join(',');
}

function isPlain(name, note = '') {
  return /^\w+$/.test(name) && !note.includes('only in') && !note.includes('auth token');
}

function markOf(type, fields, depth) {
  const item = /^(array|map)<(.*)>$/.exec(type);
  if (item !== null) {
    const inner = markOf(item[2], fields, depth);
    return item[1] === 'array' ? `[${inner}]` : `<${inner}>`;
  }
  if (type === 'object') return depth < MAX_DEPTH ? `{${members(fields, depth + 1)}}` : '{}';
  return MARKS[type] ?? '';
}

function byPath(a, b) {
  const [x, y] = [a, b].map((row) => row.split(' ')[1]);
  return x < y ? -1 : x > y ? 1 : 0;
}

function source(platform, rows) {
  const name = `${platform.toUpperCase()}_ROWS`;
  return `// Written by scripts/stock-rows.mjs. Names and types of fields are facts of the platform, collected from open client
// libraries and checked by hand where the packages declare the endpoint. How a row is read: see stock-row.ts.
export const ${name} = \`
${rows.join('\n')}
\`;
`;
}
