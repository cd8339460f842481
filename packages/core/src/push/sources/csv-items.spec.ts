import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PushEntry } from '../push-plan.js';
import { type CsvRow, csvItems } from './csv-items.js';
import type { SourceInput } from './source-chunks.js';

const item = ({ id, ...row }: CsvRow) => ({ requestId: `r-${id}`, request: { id, ...row } });

async function all<Entry>(entries: AsyncIterable<Entry>): Promise<Entry[]> {
  const list: Entry[] = [];
  for await (const entry of entries) list.push(entry);
  return list;
}

/** In pieces of `size` bytes, so that every cut is met. */
async function* pieces(bytes: Uint8Array, size = 5): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const inPieces = (text: string, size?: number) => pieces(Buffer.from(text), size);
const read = (text: string) => all(csvItems(inPieces(text), { item }));
const requests = (entries: readonly PushEntry<unknown>[]) =>
  entries.map((entry) => ('invalid' in entry ? [entry.line, entry.invalid] : entry.request));

describe('items of a CSV file', () => {
  it('are its rows by the names of the columns, with the lines they stand in', async () => {
    expect(await read('\uFEFFid,name\r\n1,张三\r\n\r\n2,"李, 四 ""x"""\r\n')).toEqual([
      { requestId: 'r-1', request: { id: '1', name: '张三' }, line: 2 },
      { requestId: 'r-2', request: { id: '2', name: '李, 四 "x"' }, line: 4 },
    ]);
  });

  it('keep line breaks within quotes, and the number of the first line', async () => {
    const entries = await read('id,text\n1,"a\nb\n\nc"\n2,d\n');
    expect(requests(entries)).toEqual([
      { id: '1', text: 'a\nb\n\nc' },
      { id: '2', text: 'd' },
    ]);
    expect(entries.map(({ line }) => line)).toEqual([2, 6]);
  });

  it('are the same where LF became CRLF twice, wherever a piece of the file ends', async () => {
    const text = 'name,id\r\r\n张三,1\r\r\n李四,2\r\r\n';
    for (const size of [5, 100]) {
      const entries = await all(csvItems(inPieces(text, size), { item }));
      expect(entries.map(({ requestId }) => requestId)).toEqual(['r-1', 'r-2']);
    }
  });

  it('keep a CR within a line in its cell, and take no file whose only line breaks are CR', async () => {
    expect(requests(await read('id,name\n1,a\rb,c\n2,d\n'))).toEqual([
      [2, 'has 3 cells, the header has 2'],
      { id: '2', name: 'd' },
    ]);
    await expect(read('id,name\r1,a\r2,b\r')).rejects.toThrow('holds a CR');
  });

  it('tell of a row with a wrong number of cells, and go on', async () => {
    expect(requests(await read('id,name\n1\n2,b\n3,c,d\n'))).toEqual([
      [2, 'has 1 cells, the header has 2'],
      { id: '2', name: 'b' },
      [4, 'has 3 cells, the header has 2'],
    ]);
  });

  it.each([
    ['behind a cell', '1,"a"b'],
    ['within a cell', '1,a"b'],
    ['that nothing closes', '1,"ab'],
  ])('lose the one line that has a quote %s', async (_, line) => {
    const entries = await read(`id,name\n${line}\n2,"x ""y"""\n3,"p\nq"\n4,d\n`);
    expect(requests(entries)).toEqual([
      [2, expect.stringContaining('has a quote')],
      { id: '2', name: 'x "y"' },
      { id: '3', name: 'p\nq' },
      { id: '4', name: 'd' },
    ]);
  });

  it('pass over a line that is too long, without what it would hold', async () => {
    const text = `id,name\n1,${'x'.repeat(300)}\n2,b\n3,"${'y\n'.repeat(100)}\n4,d\n`;
    const entries = await all(csvItems(inPieces(text), { item, maxLineLength: 100 }));
    const tail = entries.at(-1);
    expect(requests(entries.slice(0, 3))).toEqual([
      [2, 'is longer than 100 characters'],
      { id: '2', name: 'b' },
      [4, 'has a quote that nothing closes'],
    ]);
    expect(tail).toMatchObject({ requestId: 'r-4' });
  });

  it('are read from gb18030, as a Chinese Excel writes it', async () => {
    // 编号,姓名 / 1,张三
    const bytes = Uint8Array.from([
      0xb1, 0xe0, 0xba, 0xc5, 0x2c, 0xd0, 0xd5, 0xc3, 0xfb, 0x0d, 0x0a, 0x31, 0x2c, 0xd5, 0xc5, 0xc8, 0xfd,
    ]);
    const mapped = ({ 编号: id, 姓名: name }: CsvRow) => ({ requestId: `r-${id}`, request: { id, name } });
    const entries = await all(csvItems(pieces(bytes, 3), { item: mapped, encoding: 'gb18030' }));
    expect(entries).toEqual([{ requestId: 'r-1', request: { id: '1', name: '张三' }, line: 2 }]);
  });

  it('say which lines are of another encoding instead of sending signs of replacement', async () => {
    const bytes = Buffer.concat([
      Buffer.from('id,name\n1,'),
      Uint8Array.from([0xd5, 0xc5, 0x0a]),
      Buffer.from('2,b'),
    ]);
    expect(requests(await all(csvItems(pieces(bytes), { item })))).toEqual([
      [2, expect.stringContaining("encoding: 'gb18030'")],
      { id: '2', name: 'b' },
    ]);
    const header = Buffer.concat([Uint8Array.from([0xd5, 0xc5]), Buffer.from(',id\n1,2')]);
    await expect(all(csvItems(pieces(header), { item }))).rejects.toMatchObject({ code: 'CONFIG' });
  });

  it('are passed over, or invalid, as their mapping says', async () => {
    const mapped = ({ id = '' }: CsvRow) => {
      if (id === '1') return undefined;
      if (id === '2') throw new Error('no phone');
      return { requestId: id, request: { id } };
    };
    const entries = await all(csvItems(inPieces('id\n1\n2\n3\n""\n'), { item: mapped }));
    expect(entries).toEqual([
      { requestId: 'line 3', invalid: 'no phone', line: 3 },
      { requestId: '3', request: { id: '3' }, line: 4 },
      { requestId: 'line 5', invalid: 'has no requestId', line: 5 },
    ]);
  });

  it('refuse a header with one name twice, and leave out columns without a name', async () => {
    await expect(read('id,id\n1,2\n')).rejects.toMatchObject({ code: 'CONFIG' });
    expect(requests(await read('id,,\n1,,\n'))).toEqual([{ id: '1' }]);
  });

  it('come from a path, or from a stream', async () => {
    const path = join(tmpdir(), `csv-items-${process.pid}.csv`);
    await writeFile(path, 'id\n1\n');
    const inputs: SourceInput[] = [path, Readable.from(['id\n', '1\n'])];
    for (const input of inputs) expect(requests(await all(csvItems(input, { item })))).toEqual([{ id: '1' }]);
    await expect(all(csvItems(`${path}-none`, { item }))).rejects.toMatchObject({ code: 'CONFIG' });
  });

  it('are what was written, whatever it holds and wherever the pieces are cut', async () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '中', '"', ',', '\n', ' ', '=') });
    const rows = fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(rows, fc.integer({ min: 1, max: 20 }), async (written, size) => {
        const lines = written.map((cells, at) => [String(at), ...cells].map(quoted).join(','));
        const text = ['id,a,b', ...lines].join('\n');
        const entries = await all(csvItems(inPieces(text, size), { item }));
        expect(requests(entries)).toEqual(written.map(([a, b], at) => ({ id: String(at), a, b })));
      }),
      { numRuns: 200 },
    );
  });

  it('name a wrong option', () => {
    // @ts-expect-error the mapping is missing
    expect(() => csvItems('a.csv', {})).toThrow(expect.objectContaining({ code: 'CONFIG' }));
    expect(() => csvItems('a.csv', { item, delimiter: '""' })).toThrow(/delimiter/);
  });
});

const quoted = (value: string) => `"${value.replaceAll('"', '""')}"`;
