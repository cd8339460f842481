/** What a reply says: every leaf is a text, an element that comes several times a list. */
export type ReplyValue = string | readonly ReplyValue[] | ReplyFields;

export interface ReplyFields {
  readonly [name: string]: ReplyValue;
}

const TOKEN = /<!\[CDATA\[([\s\S]*?)\]\]>|<(\/?)([\w.-]+)\s*>|([^<]+)/g;
const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

interface Element {
  readonly name: string;
  text: string;
  readonly members: Map<string, ReplyValue[]>;
}

/**
 * Reads a reply: XML, or JSON where it begins with a brace.
 * @throws SyntaxError where it is neither
 */
export function readReply(text: string): ReplyFields {
  const trimmed = text.trim();
  const value = trimmed.startsWith('{') ? textsOf(JSON.parse(trimmed)) : readXml(trimmed);
  if (typeof value === 'string' || Array.isArray(value)) throw new SyntaxError('a reply without elements');
  return value as ReplyFields;
}

function textsOf(value: unknown): ReplyValue {
  if (Array.isArray(value)) return value.map(textsOf);
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, textsOf(member)]));
}

function readXml(text: string): ReplyValue {
  const root: Element = { name: '', text: '', members: new Map() };
  const open = [root];
  let end = 0;
  for (const token of text.matchAll(TOKEN)) {
    if (token.index !== end) throw new SyntaxError(`not XML at ${end}`);
    end = token.index + token[0].length;
    take(token, open);
  }
  const [content] = root.members.get('xml') ?? [];
  if (end !== text.length || open.length !== 1 || content === undefined)
    throw new SyntaxError('not one <xml>');
  return content;
}

function take([, cdata, slash, name, plain]: RegExpMatchArray, open: Element[]): void {
  const inside = open.at(-1) as Element;
  if (name === undefined) inside.text += cdata ?? unescaped(plain ?? '');
  else if (slash === '') open.push({ name, text: '', members: new Map() });
  else close(name, open);
}

function close(name: string, open: Element[]): void {
  const element = open.pop();
  const parent = open.at(-1);
  if (element?.name !== name || parent === undefined) throw new SyntaxError(`</${name}> closes nothing`);
  parent.members.set(name, [...(parent.members.get(name) ?? []), contentOf(element)]);
}

function contentOf({ text, members }: Element): ReplyValue {
  if (members.size === 0) return text;
  return Object.fromEntries(
    [...members].map(([name, values]) => [name, values.length === 1 ? (values[0] ?? '') : values]),
  );
}

function unescaped(text: string): string {
  return text.replace(/&(\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole);
}
