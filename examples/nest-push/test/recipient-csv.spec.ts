import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CsvError, readRecipientCsv } from '../src/pushes/recipient-csv.js';

async function* chunksOf(...chunks: readonly (string | Uint8Array)[]) {
  yield* chunks;
}

function read(...chunks: readonly (string | Uint8Array)[]) {
  return readRecipientCsv(chunksOf(...chunks));
}

async function problemsOf(...chunks: readonly (string | Uint8Array)[]) {
  const error = await read(...chunks).catch((caught: unknown) => caught);
  if (!(error instanceof CsvError)) throw error;
  return { concerns: error.concerns, problems: error.problems };
}

const quoted = (value: string) => `"${value.replaceAll('"', '""')}"`;

describe('reading recipients', () => {
  it('gives each line its number in the file, also after values that span lines', async () => {
    const { lines, problems } = await read(
      '\ufeffopenid,key,thing1\r\no1,k1,"一\r\n二"\r\n\r\no2,k2,三\r\no3,k3\r\no4,k4,四',
    );
    expect(lines.map(({ line, openid }) => [line, openid])).toEqual([
      [2, 'o1'],
      [5, 'o2'],
      [7, 'o4'],
    ]);
    expect(problems).toEqual([{ line: 6, message: 'has 2 values under 3 columns' }]);
  });

  it('takes a url apart from the fields of the template', async () => {
    const { lines } = await read(
      'openid,key,url,thing1,amount2\no1,k1,https://a.test/,x,1元\no2,k2,,y,2元\n',
    );
    expect(lines).toEqual([
      { line: 2, openid: 'o1', key: 'k1', url: 'https://a.test/', fields: { thing1: 'x', amount2: '1元' } },
      { line: 3, openid: 'o2', key: 'k2', url: undefined, fields: { thing1: 'y', amount2: '2元' } },
    ]);
  });

  it('reports a line without a key and goes on', async () => {
    const { lines, problems } = await read('openid,key,thing1\no1,,x\no2,k2,y\n');
    expect(lines).toHaveLength(1);
    expect(problems).toEqual([{ line: 2, column: 'key', message: 'must not be empty' }]);
  });

  it('gives back any text, wherever the bytes are cut', async () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1 });
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 5 }), fc.nat(), async (values, cut) => {
        const rows = values.map((value, index) => `o${index},k${index},${quoted(value)}\n`);
        const bytes = Buffer.from(`openid,key,thing1\n${rows.join('')}`);
        const at = cut % bytes.length;
        const { lines } = await read(bytes.subarray(0, at), bytes.subarray(at));
        expect(lines.map(({ fields }) => fields.thing1)).toEqual(values);
      }),
    );
  });

  it('names each column of the header that is wrong', async () => {
    expect(await problemsOf('openid,thing1,thing1,昵称\n1,2,3,4\n')).toEqual({
      concerns: 'header',
      problems: [
        { line: 1, column: 'thing1', message: 'this column is there twice' },
        { line: 1, column: '昵称', message: expect.stringContaining('neither openid, key, url') },
        { line: 1, column: 'key', message: 'this column is missing' },
      ],
    });
  });

  it('wants a field of the template', async () => {
    const { problems } = await problemsOf('openid,key\no1,k1\n');
    expect(problems).toMatchObject([{ message: expect.stringContaining('no column for any field') }]);
  });

  it.each([
    ['a quote that never ends', 'openid,key,thing1\no1,k1,a\no2,k2,"b\no3,k3,c\n', 3, /quote begins here/],
    ['a quote in the middle of a value', 'openid,key,thing1\no1,k1,a"b"\n', 2, /Quote/],
    ['nothing', '', 1, /nothing follows/],
    ['a header alone', 'openid,key,thing1\n', 1, /nothing follows/],
  ])('refuses a file with %s', async (_, text, line, message) => {
    expect(await problemsOf(text)).toEqual({
      concerns: 'content',
      problems: [{ line, message: expect.stringMatching(message) }],
    });
  });

  it('refuses what is not UTF-8 instead of sending garbled names', async () => {
    const gbk = Uint8Array.of(0xc4, 0xe3, 0xba, 0xc3);
    const { problems } = await problemsOf('openid,key,thing1\no1,k1,', gbk);
    expect(problems).toMatchObject([{ message: expect.stringContaining('UTF-8') }]);
  });
});
