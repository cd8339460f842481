import { describe, expect, it } from 'vitest';
import { jsonLinesItems } from './json-lines-items.js';

async function all<Entry>(entries: AsyncIterable<Entry>): Promise<Entry[]> {
  const list: Entry[] = [];
  for await (const entry of entries) list.push(entry);
  return list;
}

async function* pieces(text: string, size = 7): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

describe('items of JSON lines', () => {
  it('are the objects of the lines', async () => {
    const text = '{"requestId":"a","request":{"touser":"张"}}\r\n\n{"requestId":"b","request":{}}';
    expect(await all(jsonLinesItems(pieces(text)))).toEqual([
      { requestId: 'a', request: { touser: '张' }, line: 1 },
      { requestId: 'b', request: {}, line: 3 },
    ]);
  });

  it('F54: keep every digit of a long id', async () => {
    const text = '{"requestId":"a","request":{"id":2000000000000000001}}';
    expect(await all(jsonLinesItems(pieces(text)))).toMatchObject([
      { request: { id: '2000000000000000001' } },
    ]);
  });

  it('are invalid one by one, with the number of the line', async () => {
    const lines = [
      'nonsense',
      '[1',
      '3',
      '{"request":{}}',
      '{"requestId":"e"}',
      '{"requestId":"f","request":1}',
    ];
    const entries = await all(jsonLinesItems(pieces(lines.join('\n'))));
    expect(entries).toEqual([
      { requestId: 'line 1', invalid: 'is no JSON', line: 1 },
      { requestId: 'line 2', invalid: 'is no JSON', line: 2 },
      { requestId: 'line 3', invalid: 'is no JSON object', line: 3 },
      { requestId: 'line 4', invalid: 'has no requestId', line: 4 },
      { requestId: 'line 5', invalid: 'has no request', line: 5 },
      { requestId: 'f', request: 1, line: 6 },
    ]);
  });

  it('go through a mapping of your own', async () => {
    const item = (value: unknown, line: number) => ({ requestId: `n-${value}`, request: { line } });
    expect(await all(jsonLinesItems(pieces('7\n8'), { item }))).toEqual([
      { requestId: 'n-7', request: { line: 1 }, line: 1 },
      { requestId: 'n-8', request: { line: 2 }, line: 2 },
    ]);
  });

  it('pass over a line that is too long', async () => {
    const text = `"${'x'.repeat(200)}"\n{"requestId":"b","request":{}}`;
    expect(await all(jsonLinesItems(pieces(text), { maxLineLength: 60 }))).toEqual([
      { requestId: 'line 1', invalid: 'is longer than 60 characters', line: 1 },
      { requestId: 'b', request: {}, line: 2 },
    ]);
  });

  it('name an encoding that nobody knows when they are walked', async () => {
    await expect(all(jsonLinesItems(pieces('1'), { encoding: 'klingon' }))).rejects.toThrow(/encoding/);
  });
});
