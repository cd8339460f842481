import type { CallbackContent, CallbackFields, CallbackFormat } from '../callback-content.js';
import { contentError } from './content-error.js';
import { isFields } from './content-fields.js';

/** Names of elements that the platforms use; anything else would be markup that the content's writer did not mean. */
const elementName = /^[A-Za-z_][\w.-]*$/;
const digits = /^(?:0|[1-9]\d{0,14})$/;
/** Numbers in the JSON that the platforms document. Everything else that looks like one is text, ids above all. */
const numericNames: ReadonlySet<string> = new Set(['CreateTime', 'ArticleCount', 'TimeStamp', 'timestamp']);
// biome-ignore lint/suspicious/noControlCharactersInRegex: XML cannot hold these in any spelling
const notForXml = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/**
 * Writes fields as the platforms read them. XML: one root `xml`, text in CDATA, a list as repeated elements; characters that
 * XML cannot hold are left out. JSON: an object; only counts of the platform's own are numbers.
 *
 * @throws {CallbackError} `content` for a field name that is none
 */
export function writeContent(fields: CallbackFields, format: CallbackFormat): string {
  return format === 'xml' ? `<xml>${insideOf(fields)}</xml>` : JSON.stringify(fields, numberWhereKnown);
}

function insideOf(fields: CallbackFields): string {
  return Object.entries(fields)
    .map(([name, content]) => elementsOf(name, content))
    .join('');
}

function elementsOf(name: string, content: CallbackContent): string {
  if (!elementName.test(name)) throw contentError('a field name that XML cannot hold');
  if (Array.isArray(content)) return content.map((item) => elementsOf(name, item)).join('');
  return `<${name}>${isFields(content) ? insideOf(content) : leaf(String(content))}</${name}>`;
}

function leaf(text: string): string {
  return digits.test(text) ? text : cdata(text);
}

/** `]]>` would end the section, so it is cut in two. */
function cdata(text: string): string {
  const whole = text.replace(notForXml, '').replaceAll(']]>', ']]]]><![CDATA[>');
  return `<![CDATA[${whole}]]>`;
}

function numberWhereKnown(name: string, value: unknown): unknown {
  return numericNames.has(name) && typeof value === 'string' && digits.test(value) ? Number(value) : value;
}
