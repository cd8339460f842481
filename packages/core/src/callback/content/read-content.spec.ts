import { describe, expect, test } from 'vitest';
import { textContent, textJson, textXml } from '../../../test/support/genuine-callbacks.js';
import { CallbackError } from '../../errors/errors.js';
import { readContent } from './read-content.js';

function contentOf(text: string) {
  return readContent(text).content;
}

function refusalOf(text: string): CallbackError {
  try {
    readContent(text);
  } catch (error) {
    if (error instanceof CallbackError) return error;
    throw error;
  }
  throw new Error('it was read');
}

test('F108: XML and JSON of one message give the same content', () => {
  expect(readContent(textXml)).toEqual({ format: 'xml', content: textContent });
  expect(readContent(textJson)).toEqual({ format: 'json', content: textContent });
});

describe('XML', () => {
  test.each([
    ['CDATA', '<![CDATA[7]]>'],
    ['bare text', '7'],
    ['CDATA among blanks', '\n\t<![CDATA[7]]>\r\n'],
    ['CDATA in two', '<![CDATA[]]><![CDATA[7]]>'],
    ['a reference', '&#55;'],
    ['a reference in hexadecimal', '&#x37;'],
    ['text and a comment', '<!-- seven -->7<!---->'],
  ])('%s is the same text', (_how, written) => {
    expect(contentOf(`<xml><a>${written}</a></xml>`)).toEqual({ a: '7' });
  });

  test.each([
    ['markup', '<![CDATA[<b>&amp;</b><!DOCTYPE x>]]>', '<b>&amp;</b><!DOCTYPE x>'],
    ['the end of a section', '<![CDATA[a]]]]><![CDATA[>b]]>', 'a]]>b'],
    ['blanks of its own', '<![CDATA[ a\r\n ]]>', ' a\r\n '],
    ['nothing but a blank', ' ', ' '],
    ['control characters', '<![CDATA[a\u0008\u0000b]]>', 'a\u0008\u0000b'],
    ['an address not escaped', 'https://e.example/?a=1&b=2&', 'https://e.example/?a=1&b=2&'],
    ['the five entities', '&lt;&gt;&amp;&quot;&apos;&#x1F600;', '<>&"\'😀'],
    ['bare text about CDATA', 'a <![CDATA[b]]> c', 'a b c'],
  ])('%s stays as it is', (_what, written, text) => {
    expect(contentOf(`<xml><a>${written}</a></xml>`)).toEqual({ a: text });
  });

  test('F117: nothing, one and several, in whatever order', () => {
    const written = '<xml><i>1</i><none></none><n/><o a="b">2</o><i/><g><i>3</i></g><i>4</i></xml>';
    const content = { i: ['1', '', '4'], none: '', n: '', o: '2', g: { i: '3' } };
    expect(contentOf(written)).toEqual(content);
    expect(contentOf(`<?xml version="1.0"?>\n<!-- a -->${written}\n<!-- b -->\n`)).toEqual(content);
  });

  test('names that objects have are fields like others', () => {
    const content = contentOf('<xml><constructor>1</constructor><toString>2</toString></xml>');
    expect(Object.entries(content)).toEqual([
      ['constructor', '1'],
      ['toString', '2'],
    ]);
  });

  test.each([
    ['a wrong closing tag', '<xml><a>1</b></xml>'],
    ['a closing tag that goes on', '<xml><a>1</ab></xml>'],
    ['no closing tag', '<xml><a>1</xml>'],
    ['no end', '<xml><a>1</a>'],
    ['a section without an end', '<xml><a><![CDATA[1]]</a></xml>'],
    ['a comment without an end', '<xml><!-- <a>1</a></xml>'],
    ['two roots', '<xml><a>1</a></xml><xml><a>2</a></xml>'],
    ['text after the end', '<xml><a>1</a></xml>x'],
    ['text beside elements', '<xml>x<a>1</a></xml>'],
    ['a section beside elements', '<xml><a>1</a><![CDATA[x]]></xml>'],
    ['an instruction', '<xml><?php echo 1 ?><a>1</a></xml>'],
    ['no name', '<xml>< a>1</a></xml>'],
    ['an attribute without quotes', '<xml><a b=c>1</a></xml>'],
    ['the one name that is none', '<xml><__proto__><a>1</a></__proto__></xml>'],
    ['a character that is none', '<xml><a>&#0;</a></xml>'],
    ['half a character', '<xml><a>&#xD83D;</a></xml>'],
    ['a character beyond the last', '<xml><a>&#x110000;</a></xml>'],
    ['an end alone', '</xml>'],
  ])('%s is refused', (_what, written) => {
    expect(refusalOf(written).reason).toBe('content');
  });

  test.each([
    ['a file', '<!DOCTYPE xml [<!ENTITY x SYSTEM "file:///etc/passwd">]><xml><a>&x;</a></xml>'],
    ['an address', '<!DOCTYPE xml SYSTEM "http://e.example/x.dtd"><xml><a>1</a></xml>'],
    ['a parameter', '<!DOCTYPE xml [<!ENTITY % x SYSTEM "http://e.example/"> %x;]><xml><a>1</a></xml>'],
    ['laughs', `<?xml version="1.0"?><!DOCTYPE xml [${laughs()}]><xml><a>&l9;</a></xml>`],
    ['one within', '<xml><!DOCTYPE a><a>1</a></xml>'],
    ['one after a comment', '<!-- --><!DOCTYPE xml><xml><a>1</a></xml>'],
    ['an entity of no one', '<xml><a>&x;</a></xml>'],
  ])('F115: a document type or entity is refused: %s', (_what, written) => {
    expect(refusalOf(written).reason).toBe('content');
  });
});

/** Each entity is ten of the one before. */
function laughs(): string {
  const each = (index: number) => `<!ENTITY l${index} "${`&l${index - 1};`.repeat(10)}">`;
  return ['<!ENTITY l0 "lol">', ...Array.from({ length: 9 }, (_, index) => each(index + 1))].join('');
}

describe('JSON', () => {
  test('numbers keep the text they were written as', () => {
    const written =
      '{"a":9007199254740993,"b":1e5,"c":-0.10,"d":"007","e":1E+2,"f":[0,-1],"g":12345678901234567890,"h":{"i":1.0}}';
    expect(contentOf(written)).toEqual({
      a: '9007199254740993',
      b: '1e5',
      c: '-0.10',
      d: '007',
      e: '1E+2',
      f: ['0', '-1'],
      g: '12345678901234567890',
      h: { i: '1.0' },
    });
  });

  test('what else a leaf may be is text', () => {
    expect(contentOf('{"a":true,"b":false,"c":null,"d":"","e":{},"f":[]}')).toEqual({
      a: 'true',
      b: 'false',
      c: '',
      d: '',
      e: {},
      f: [],
    });
  });

  test('digits in strings stay, also beside escaped quotes and in names', () => {
    expect(contentOf('{"a\\"1":"say \\"12\\", \\\\","2":3}')).toEqual({ 'a"1': 'say "12", \\', '2': '3' });
  });

  test('control characters in names of people do no harm', () => {
    expect(contentOf('{\n"a":"x\u0001\n\ty",\t"b":"\u001f"}')).toEqual({ a: 'x\u0001\n\ty', b: '\u001f' });
  });

  test.each([
    '{"a":01}',
    '{"a":+1}',
    '{"a":1.}',
    '{"a":-}',
    '{"a":1e}',
    '{1:2}',
    '{"a":1,2 \n :3}',
    '{"a":1',
    '{"a":"',
    '{"a":"\\"}',
    '{"a":1}}',
    '{"a":1}{}',
    '{"__proto__":{"a":1}}',
    '{"a":{"\\u005f_proto__":1}}',
    "{'a':1}",
    '{"a":NaN}',
  ])('%s is refused', (written) => {
    expect(refusalOf(written).reason).toBe('content');
  });
});

test('F115: nothing is put into the prototype of objects', () => {
  for (const written of ['<xml><__proto__><x>1</x></__proto__></xml>', '{"__proto__":{"x":1}}'])
    refusalOf(written);
  expect({}).not.toHaveProperty('x');
});

const limit = 262_144;
/** Each is as long as a body may be. They are read to the end only where that is quick: the place of the refusal is the proof. */
test.each([
  ['elements', '<xml>', '<a/>', 21_000],
  ['elements with text', '<xml>', '<a><![CDATA[x]]></a>', 51_000],
  ['attributes', '<xml', ' a="b"', 31_000],
  ['sections', '<xml><a>', '<![CDATA[]]>', 61_000],
  ['comments', '<xml>', '<!---->', 36_000],
  ['entities', '<xml><a>', '&amp;', 26_000],
  ['levels', '', '<a>', 100],
  ['levels of JSON', '', '{"a":', 170],
  ['lists within lists', '{"a":', '[', 40],
  ['numbers', '{"a":[', '1,', 10_100],
  ['strings', '{"a":[', '"",', 16_000],
  ['objects', '{"a":[', '{},', 16_000],
  ['control characters', '{"a":"', '\u0001', 5100],
])('F115: very many %s are refused early', (_what, start, part, readAtMost) => {
  const text = `${start}${part.repeat((limit - start.length) / part.length)}</a></xml>`;
  const place = /at character (\d+)/.exec(refusalOf(text).message)?.[1];
  expect(Number(place)).toBeLessThan(readAtMost);
});

test.each([
  ['open brackets', '<'.repeat(limit)],
  ['sections that do not end', '<xml><a>'.padEnd(limit, '<![CDATA[')],
  ['comments that do not end', '<xml>'.padEnd(limit, '<!--')],
  ['a name', `<${'a'.repeat(limit)}`],
  ['an attribute', '<xml a="'.padEnd(limit, '"a=')],
  ['blanks in a tag', '<xml'.padEnd(limit, ' ')],
  ['blanks alone', ' '.repeat(limit)],
  ['minus signs', '{"a":'.padEnd(limit, '-')],
  ['quotes', '{'.padEnd(limit, '"')],
  ['numbers with blanks', '{"a":['.padEnd(limit, '1 ')],
  ['anything', '{'.padEnd(limit, 'a')],
])('F115: %s to the end are refused', (_what, text) => {
  expect(refusalOf(text).reason).toBe('content');
});

test('F115: long text is no attack', () => {
  const long = '测&'.repeat(50_000);
  expect(contentOf(`<xml><a>${long}</a></xml>`)).toEqual({ a: long });
  expect(contentOf(`<xml><a><![CDATA[${long}]]></a></xml>`)).toEqual({ a: long });
  expect(contentOf(JSON.stringify({ a: long, b: '1'.repeat(100_000) }))).toMatchObject({ a: long });
});

test('no error shows what was read', () => {
  for (const written of [
    '<xml><a>SECRET</b></xml>',
    '{"a":"SECRET',
    '{"a":SECRET}',
    'SECRET',
    '<xml><a>&SECRET;</a></xml>',
  ])
    expect(JSON.stringify(refusalOf(written))).not.toContain('SECRET');
});
