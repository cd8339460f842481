import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CallbackContent, CallbackFields } from '../callback-content.js';
import { readContent } from './read-content.js';
import { writeContent } from './write-content.js';

const reply = {
  ToUserName: 'o1',
  CreateTime: '1700000000',
  MsgType: 'news',
  ArticleCount: '2',
  Articles: { item: [{ Title: '007' }, { Title: '<b>a]]>&amp;</b>' }] },
};

test('XML: text in CDATA, a list as repeated elements, the end of a section within text cut in two', () => {
  expect(writeContent(reply, 'xml')).toBe(
    '<xml><ToUserName><![CDATA[o1]]></ToUserName><CreateTime>1700000000</CreateTime>' +
      '<MsgType><![CDATA[news]]></MsgType><ArticleCount>2</ArticleCount><Articles>' +
      '<item><Title><![CDATA[007]]></Title></item>' +
      '<item><Title><![CDATA[<b>a]]]]><![CDATA[>&amp;</b>]]></Title></item></Articles></xml>',
  );
});

test('JSON: the platform’s own counts are numbers, ids are text', () => {
  expect(JSON.parse(writeContent({ ...reply, Content: '42', MsgId: '4561255354251345929' }, 'json'))).toEqual(
    {
      ...reply,
      CreateTime: 1_700_000_000,
      ArticleCount: 2,
      Content: '42',
      MsgId: '4561255354251345929',
    },
  );
});

test('what XML cannot hold is left out', () => {
  expect(writeContent({ Content: 'a\u0000\u0008\u001b\tb\n' }, 'xml')).toBe(
    '<xml><Content><![CDATA[a\tb\n]]></Content></xml>',
  );
});

test.each(['a b', '<a', '', '1a', 'a>'])('a field named %j is refused in XML', (name) => {
  expect(() => writeContent({ [name]: 'x' }, 'xml')).toThrow('XML cannot hold');
});

const name = fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_.-]{0,12}$/).filter((text) => text !== '__proto__');
// biome-ignore lint/suspicious/noControlCharactersInRegex: what XML cannot hold does not come back
const unwritable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/;
const awkward = fc.constantFrom(
  ']]>',
  ']]]>>',
  '<a>',
  '&lt;',
  '1e5',
  '007',
  '9007199254740993',
  ' ',
  '\r\n',
  '😀',
  '',
);
const leaf = fc
  .oneof(
    fc.string({ unit: 'binary' }),
    fc.array(awkward).map((parts) => parts.join('')),
  )
  .filter((text) => !unwritable.test(text));
const { fields } = fc.letrec<{ content: CallbackContent; fields: CallbackFields }>((tie) => ({
  content: fc.oneof({ maxDepth: 3 }, leaf, tie('fields'), fc.array(leaf, { minLength: 2, maxLength: 4 })),
  fields: fc.dictionary(name, tie('content') as fc.Arbitrary<CallbackContent>, {
    minKeys: 1,
    maxKeys: 5,
    noNullPrototype: true,
  }),
}));

test('F108: what is written as XML and as JSON reads as the same content, which is what was written', () => {
  fc.assert(
    fc.property(fields, (written) => {
      for (const format of ['xml', 'json'] as const)
        expect(readContent(writeContent(written, format))).toEqual({ content: written, format });
    }),
    { numRuns: 200 },
  );
});

const layout = fc.constantFrom('', '\n', '\t ', '<!-- x -->');
const writer = fc.constantFrom(
  (text: string) => `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`,
  (text: string) => text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`),
  (text: string) =>
    text.replace(/[&<>]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign] ?? sign),
);

test('F108: a message reads the same with bare text or CDATA, in any order, with any layout, as XML and as JSON', () => {
  const twin = fc.record({
    texts: fc.dictionary(name, leaf, { minKeys: 1, noNullPrototype: true }),
    between: layout,
    writer,
  });
  fc.assert(
    fc.property(twin, fc.bigInt({ min: 0n, max: 2n ** 64n }), ({ texts, between, writer }, id) => {
      const elements = Object.entries(texts).map(([key, text]) => `<${key}>${writer(text)}</${key}>`);
      const xml = `<xml>${[...elements, `<MsgId>${id}</MsgId>`].reverse().join(between)}${between}</xml>`;
      const json = JSON.stringify({ ...texts, MsgId: 0 }).replace(/"MsgId":0/, `"MsgId":${id}`);
      if (Object.hasOwn(texts, 'MsgId')) return;
      const content = { ...texts, MsgId: String(id) };
      expect(readContent(xml).content).toEqual(content);
      expect(readContent(json).content).toEqual(content);
    }),
    { numRuns: 200 },
  );
});
