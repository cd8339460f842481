import fc from 'fast-check';

/** One known message or event, with the fields that samples of it have. */
export interface CallbackRow {
  readonly kind: 'message' | 'event' | 'command';
  readonly format: 'xml' | 'json';
  /** `Event.ChangeType` where the platform tells several apart by it. */
  readonly name: string;
  readonly fields: readonly FieldShape[];
}

interface FieldShape {
  readonly name: string;
  readonly fields: readonly FieldShape[] | undefined;
}

type Content = string | readonly Content[] | { readonly [name: string]: Content };
type Fields = { readonly [name: string]: Content };

/** How a sender may write the same content. */
interface Style {
  readonly isCdata: boolean;
  readonly hasBareNumbers: boolean;
  /** Leaves the brackets of a list of one away. */
  readonly hasBareItems: boolean;
}

/** Rows as `kind | format | name | A,B{c,d{e}}`, one a line. */
export function callbackRows(table: string): readonly CallbackRow[] {
  return table
    .trim()
    .split('\n')
    .map((line) => {
      const [kind = '', format = '', name = '', fields = ''] = line.split('|').map((cell) => cell.trim());
      return { kind, format, name, fields: shapesOf(fields) } as CallbackRow;
    });
}

function shapesOf(text: string): FieldShape[] {
  const parts: FieldShape[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at <= text.length; at += 1) {
    const character = text[at] ?? ',';
    if (character === '{') depth += 1;
    if (character === '}') depth -= 1;
    if (character !== ',' || depth > 0) continue;
    const part = text.slice(start, at).trim();
    start = at + 1;
    if (part !== '') parts.push(shapeOf(part));
  }
  return parts;
}

function shapeOf(part: string): FieldShape {
  const brace = part.indexOf('{');
  if (brace === -1) return { name: part, fields: undefined };
  return { name: part.slice(0, brace), fields: shapesOf(part.slice(brace + 1, -1)) };
}

/** What a leaf may be, and what careless readers make something else of. */
const leaf = fc.oneof(
  fc.constantFrom('', '0', '007', '1e5', '2000000000000000001', '-0', '0x10', 'true', 'null', '1.50'),
  fc.constantFrom(
    '微信小程序',
    '<b>&amp;</b>',
    ']]>',
    'a]]>b<![CDATA[',
    '"quoted"',
    '{"a":1}',
    '😀',
    '\\u0041',
  ),
  fc.string({ maxLength: 8 }),
);
const number = fc.oneof(fc.nat(), fc.constantFrom(0, Number.MAX_SAFE_INTEGER)).map(String);

export interface TwinOptions {
  /** Names of fields that come several times, or once, or not at all; `CorpIds.CorpId` inside of `CorpIds` alone. */
  readonly lists: readonly string[];
  /** Names of fields that are numbers. */
  readonly counts: readonly string[];
  /** What JSON senders leave away: the name of the element around an event's fields. */
  readonly wrappers?: readonly string[];
}

export interface CallbackTwins {
  readonly xml: string;
  readonly json: string;
  readonly content: Fields;
}

/** The same genuine content twice, as XML and as JSON. */
export function callbackTwins(row: CallbackRow, options: TwinOptions): fc.Arbitrary<CallbackTwins> {
  const style = fc.record({
    isCdata: fc.boolean(),
    hasBareNumbers: fc.boolean(),
    hasBareItems: fc.boolean(),
  });
  return fc.tuple(fieldsOf('', row.fields, options), style).map(([own, how]) => {
    const content = { ...own, ...headerOf(row), LaterField: '007' };
    return {
      content,
      xml: `<xml>${xmlOf(content, how)}</xml>`,
      json: jsonOf(unwrapped(content, options.wrappers ?? []), how),
    };
  });
}

function headerOf({ kind, name }: CallbackRow): Fields {
  const [first = '', change] = name.split('.');
  const more: Fields = change === undefined ? {} : { ChangeType: change };
  if (kind === 'command') return { SuiteId: 'ww1', InfoType: first, ...more, TimeStamp: '1700000000' };
  const header = { ToUserName: 'gh_1', FromUserName: '007', CreateTime: '1700000000' };
  if (kind === 'message') return { ...header, MsgType: first };
  return { ...header, MsgType: 'event', Event: first, ...more };
}

function fieldsOf(parent: string, shapes: readonly FieldShape[], options: TwinOptions): fc.Arbitrary<Fields> {
  const fields = shapes.map((shape) => [shape.name, fieldOf(parent, shape, options)] as const);
  return fc.record(Object.fromEntries(fields));
}

function fieldOf(parent: string, { name, fields }: FieldShape, options: TwinOptions): fc.Arbitrary<Content> {
  const one: fc.Arbitrary<Content> =
    fields === undefined ? leafOf(name, options) : fieldsOf(name, fields, options);
  const isList = options.lists.includes(name) || options.lists.includes(`${parent}.${name}`);
  // An empty element may be a list of none or of one empty text; nobody lists empty texts.
  return isList
    ? fc.array(
        one.filter((item) => item !== ''),
        { maxLength: 3 },
      )
    : one;
}

const leafOf = (name: string, { counts }: TwinOptions) => (counts.includes(name) ? number : leaf);

function unwrapped(content: Fields, wrappers: readonly string[]): Fields {
  const wrapper = wrappers.find((name) => typeof content[name] === 'object');
  if (wrapper === undefined) return content;
  const { [wrapper]: inner, ...rest } = content;
  return { ...rest, ...(inner as Fields) };
}

function isList(value: Content): value is readonly Content[] {
  return Array.isArray(value);
}

function xmlOf(content: Fields, style: Style): string {
  return Object.entries(content)
    .map(([name, value]) => elementsOf(name, value, style))
    .join('');
}

function elementsOf(name: string, value: Content, style: Style): string {
  if (isList(value)) return value.map((item) => elementsOf(name, item, style)).join('');
  return `<${name}>${typeof value === 'string' ? xmlText(value, style) : xmlOf(value, style)}</${name}>`;
}

function xmlText(text: string, { isCdata }: Style): string {
  // Blanks at the ends of a bare text are layout; senders that mean them write CDATA.
  if (isCdata || text !== text.trim()) return `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function jsonOf(value: Content, style: Style): string {
  if (typeof value === 'string') {
    return style.hasBareNumbers && /^(0|[1-9]\d*)$/.test(value) ? value : JSON.stringify(value);
  }
  if (isList(value)) {
    const [first] = value;
    if (style.hasBareItems && value.length === 1 && first !== undefined) return jsonOf(first, style);
    return `[${value.map((item) => jsonOf(item, style)).join(',')}]`;
  }
  const members = Object.entries(value).map(
    ([name, inner]) => `${JSON.stringify(name)}:${jsonOf(inner, style)}`,
  );
  return `{${members.join(',')}}`;
}
