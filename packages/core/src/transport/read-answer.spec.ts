import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readAnswer } from './read-answer.js';

function bytes(text: string): Uint8Array {
  return Buffer.from(text);
}

const png = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 1, 2]);

describe('readAnswer: JSON', () => {
  it.each(['application/json', 'text/plain', 'image/jpeg', 'text/html', undefined])(
    'F72: reads JSON sent as %s',
    (contentType) => {
      const headers = contentType === undefined ? {} : { 'content-type': contentType };
      const answer = readAnswer(200, headers, bytes('{"url":"http://mmbiz.example/x"}'), 'json');
      expect(answer).toMatchObject({
        type: 'json',
        value: { url: 'http://mmbiz.example/x' },
        result: { type: 'answer', status: 200, errcode: 0, errmsg: '' },
      });
    },
  );

  it('reads a body with a byte order mark', () => {
    const answer = readAnswer(200, {}, bytes('\ufeff{"errcode":0,"errmsg":"ok"}'), 'json');
    expect(answer).toMatchObject({ type: 'json', result: { errcode: 0, errmsg: 'ok' } });
  });

  it('F73: reads raw control characters in strings', () => {
    const answer = readAnswer(200, {}, bytes('{"openid":"o1","nickname":"a\u0007b\nc"}'), 'json');
    expect(answer).toMatchObject({ type: 'json', value: { nickname: 'a\u0007b\nc' } });
  });

  it('F54: keeps a 64-bit msgid', () => {
    const answer = readAnswer(
      200,
      {},
      bytes('{"errcode":0,"errmsg":"ok","msgid":2000000000000000001}'),
      'json',
    );
    expect(answer).toMatchObject({ value: { msgid: '2000000000000000001' } });
  });

  it('F77: keeps fields that nobody knows', () => {
    const answer = readAnswer(
      200,
      {},
      bytes('{"errcode":0,"errmsg":"ok","invaliduser":"u1","new_field":1}'),
      'json',
    );
    expect(answer).toMatchObject({ value: { invaliduser: 'u1', new_field: 1 } });
  });

  it('reads an errcode that came as a string', () => {
    const answer = readAnswer(
      200,
      {},
      bytes('{"errcode":"45009","errmsg":"reach max api daily quota limit"}'),
      'json',
    );
    expect(answer).toMatchObject({ type: 'json', value: { errcode: 45009 }, result: { errcode: 45009 } });
  });

  it('reads a list', () => {
    expect(readAnswer(200, {}, bytes('[1,2]'), 'json')).toMatchObject({
      type: 'json',
      value: [1, 2],
      result: { errcode: 0 },
    });
  });

  it.each([429, 500, 503])('a %i whose body is the platform’s keeps status and errcode', (status) => {
    const answer = readAnswer(
      status,
      { 'retry-after': '3' },
      bytes('{"errcode":45011,"errmsg":"minute quota"}'),
      'json',
    );
    expect(answer).toMatchObject({
      type: 'json',
      result: { type: 'answer', status, errcode: 45011, errmsg: 'minute quota', retryAfterMs: 3_000 },
    });
  });

  it.each([
    [200, '<html>502</html>'],
    [200, ''],
    [200, '{"errcode":0'],
    [200, '"ok"'],
    [200, 'null'],
    [200, '{"errcode":"many"}'],
    [200, '{"errcode":null}'],
    [502, '<html>bad gateway</html>'],
    [429, '{"message":"API rate limit exceeded"}'],
    [404, '[]'],
  ])('F75: status %i with %s is unreadable, not a success', (status, body) => {
    const answer = readAnswer(
      status,
      { 'content-type': 'application/json', 'retry-after': '2' },
      bytes(body),
      'json',
    );
    expect(answer).toEqual({
      type: 'unreadable',
      status,
      sample: body,
      result: { type: 'no-answer', status, retryAfterMs: 2_000 },
    });
  });

  it('F92: the sample is short and without secrets', () => {
    const page = `<html>cannot GET /cgi-bin/token?appid=wx1&secret=SEC1&access_token=${'T'.repeat(600)} ${'x'.repeat(5_000)}`;
    const answer = readAnswer(502, {}, bytes(page), 'json');
    expect(answer).toMatchObject({
      type: 'unreadable',
      sample: expect.stringContaining('cannot GET /cgi-bin/token'),
    });
    expect(answer.type === 'unreadable' && answer.sample.length).toBeLessThanOrEqual(200);
    expect(JSON.stringify(answer)).not.toMatch(/SEC1|TTT/);
  });

  it('counts a Retry-After date from the answer’s own Date', () => {
    const headers = { date: 'Thu, 01 Jan 2026 00:00:00 GMT', 'retry-after': 'Thu, 01 Jan 2026 00:00:10 GMT' };
    const wrongClock = Date.UTC(2031, 5, 1);
    expect(readAnswer(429, headers, bytes('{"errcode":45009}'), 'json', wrongClock).result.retryAfterMs).toBe(
      10_000,
    );
    expect(
      readAnswer(429, { 'retry-after': headers['retry-after'] }, bytes(''), 'json', Date.UTC(2026, 0, 1))
        .result.retryAfterMs,
    ).toBe(10_000);
  });

  it('never throws, whatever comes', () => {
    fc.assert(
      fc.property(
        fc.uint8Array(),
        fc.integer({ min: 100, max: 599 }),
        fc.constantFrom('json', 'binary'),
        (body, status, expected) => {
          expect(['json', 'binary', 'unreadable']).toContain(
            readAnswer(status, {}, body, expected as 'json').type,
          );
        },
      ),
    );
  });
});

describe('readAnswer: bytes', () => {
  it('gives bytes back untouched, with type and name', () => {
    const headers = { 'content-type': 'image/png', 'content-disposition': 'attachment; filename="qr.png"' };
    expect(readAnswer(200, headers, png, 'binary')).toMatchObject({
      type: 'binary',
      bytes: png,
      contentType: 'image/png',
      filename: 'qr.png',
      result: { type: 'answer', errcode: 0 },
    });
  });

  it.each(['application/json; encoding=utf-8', 'text/plain', 'image/jpeg'])(
    'F70: an error sent as %s is no picture',
    (contentType) => {
      const headers = { 'content-type': contentType };
      for (const [body, errcode] of [
        ['{"errcode":41030,"errmsg":"invalid page"}', 41030],
        ['\ufeff {"errcode":"40001"}', 40001],
      ] as const) {
        expect(readAnswer(200, headers, bytes(body), 'binary')).toMatchObject({
          type: 'json',
          result: { errcode },
        });
      }
    },
  );

  it('F70: a file that is JSON of its own stays a file', () => {
    const body = bytes('{"name":"a file of the user"}');
    expect(readAnswer(200, { 'content-type': 'application/json' }, body, 'binary')).toMatchObject({
      type: 'binary',
      bytes: body,
    });
  });

  it.each([
    [200, '<!DOCTYPE html><html></html>'],
    [200, '<?xml version="1.0"?>\n<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN">'],
    [200, '<!-- gateway -->\r\n<!-- 7 --><html>'],
    [200, '<h1>Sign in</h1>'],
    [200, '\n<HTML>'],
    [200, ''],
    [502, 'bad gateway'],
  ])('F70: status %i with %j is no picture', (status, body) => {
    expect(readAnswer(status, { 'content-type': 'image/jpeg' }, bytes(body), 'binary').type).toBe(
      'unreadable',
    );
  });

  it.each([
    [`attachment; filename*=UTF-8''%E5%9B%BE.jpg; filename="x.jpg"`, '图.jpg'],
    [`attachment; filename="${Buffer.from('图片.jpg').toString('latin1')}"`, '图片.jpg'],
    ['attachment; filename="图片.jpg"', '图片.jpg'],
    ['attachment; filename=plain.amr', 'plain.amr'],
    ['attachment; filename="a\\"b.jpg"', 'a"b.jpg'],
    ['attachment; filename="../../etc/passwd"', 'passwd'],
    ['attachment; filename="caf\u00e9.jpg"', 'café.jpg'],
    [`attachment; filename*=UTF-8''%ZZ; filename="x.jpg"`, 'x.jpg'],
    ['attachment', undefined],
  ])('F83: reads the name out of %s', (disposition, filename) => {
    expect(readAnswer(200, { 'content-disposition': disposition }, png, 'binary')).toMatchObject({
      type: 'binary',
      filename,
    });
  });
});
