import { describe, expect, it } from 'vitest';
import { openid, subscription } from './fixtures.js';
import { oddPlatform } from './odd-platform.js';
import { requestSamples } from './request-samples.js';

const external = { token: { mode: 'external', fetch: () => 'TOKEN' } } as const;
const endOf = (call: Promise<unknown>) => call.catch((error: unknown) => error);

/** Every text of a request, however deep, with its path. */
function textsOf(value: unknown, path: readonly (string | number)[] = []): (readonly (string | number)[])[] {
  if (typeof value === 'string') return [path];
  if (value instanceof Uint8Array || typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => textsOf(part, [...path, name]));
}

function withText(value: unknown, [name, ...rest]: readonly (string | number)[], text: string): unknown {
  if (name === undefined) return text;
  const copy: unknown = Array.isArray(value) ? [...value] : { ...Object(value) };
  Reflect.set(Object(copy), name, withText(Reflect.get(Object(value), name), rest, text));
  return copy;
}

describe('requests', () => {
  it('F79: leave as UTF-8, without an escape that the platform would refuse', async () => {
    const { at, client } = await oddPlatform({});
    const mini = client(external);
    const message = { touser: openid(1), msgtype: 'text', text: { content: '测试😀 & <b>' } } as const;
    await mini.customerMessage.send(message, { requestId: 'c1' });
    await mini.subscribeMessage.send(
      { ...subscription(1, '测试😀'), page: 'pages/a?x=1&y=二' },
      { requestId: 's1' },
    );
    const bodies = ['/cgi-bin/message/custom/send', '/cgi-bin/message/subscribe/send'].map(
      (path) => at(path)[0]?.body ?? '',
    );
    expect(bodies[0]).toContain('测试😀 & <b>');
    expect(bodies[1]).toContain('pages/a?x=1&y=二');
    expect(bodies.join('')).not.toMatch(/\\u|&amp;/);
  });

  it('F79: take half an emoji in no text at all', () => {
    const half = '示例😀'.slice(0, 3);
    const taken = requestSamples.flatMap(([endpoint, request]) =>
      textsOf(request)
        .filter((path) => endpoint.request.safeParse(withText(request, path, half)).success)
        .map((path) => `${endpoint.name} ${path.join('.')}`),
    );
    // Types of files are checked by nobody but the platform.
    expect(taken.filter((text) => !text.endsWith('contentType'))).toEqual([]);
  });

  it('F80: a thing of 20 characters may end in an emoji, and nothing is cut', async () => {
    const { at, client } = await oddPlatform({});
    const mini = client(external);
    await mini.subscribeMessage.send(subscription(1, '1234567890123456789😀'), { requestId: 'a1' });
    expect(at('/cgi-bin/message/subscribe/send')[0]?.body).toContain('1234567890123456789😀');
    const tooLong = mini.subscribeMessage.send(subscription(1, '12345678901234567890😀'), {
      requestId: 'a2',
    });
    expect(await endOf(tooLong)).toMatchObject({
      code: 'VALIDATION',
      issues: [{ path: 'data.thing1.value', message: expect.stringMatching(/at most 20/) }],
    });
    expect(at('/cgi-bin/message/subscribe/send')).toHaveLength(1);
  });

  it('F85: that cannot be sent end at once, and nothing leaves', async () => {
    const { at, client } = await oddPlatform({});
    const mini = client(external);
    const content = new Uint8Array(10 * 1024 * 1024 + 1);
    const upload = mini.media.upload({ type: 'image', media: { content, filename: 'a.png' } });
    expect(await endOf(upload)).toMatchObject({ code: 'VALIDATION', issues: [{ path: 'media.content' }] });
    expect(at('/cgi-bin/media/upload')).toHaveLength(0);
  });

  it('F83: a file with a Chinese name arrives under its name', async () => {
    const { at, client } = await oddPlatform({ '/cgi-bin/media/upload': () => ({ media_id: 'M' }) });
    const media = { content: new Uint8Array([1, 2]), filename: '照片.jpg', contentType: 'image/jpeg' };
    await client(external).media.upload({ type: 'image', media });
    expect(at('/cgi-bin/media/upload')[0]?.body).toContain('filename="照片.jpg"');
  });

  it.each([
    [{ scene: '' }, 'scene'],
    [{ scene: 'a'.repeat(33) }, 'scene'],
    [{ scene: 'a b' }, 'scene'],
    [{ scene: '订单' }, 'scene'],
    [{ scene: 'a', page: '/pages/index' }, 'page'],
    [{ scene: 'a', page: 'pages/index?a=1' }, 'page'],
    [{ scene: 'a', width: 100 }, 'width'],
  ])('for a code of %j are refused by their field', async (request, path) => {
    const { client } = await oddPlatform({});
    const end = await endOf(client(external).wxacode.getUnlimited(request));
    expect(end).toMatchObject({ code: 'VALIDATION', issues: [{ path }] });
  });

  it('F10: carry no access token of the caller’s', async () => {
    const { at, client } = await oddPlatform({});
    const path = '/cgi-bin/message/custom/send';
    const raw = client(external).request({ method: 'POST', path, query: { access_token: 'MINE' }, body: {} });
    expect(await endOf(raw)).toMatchObject({ code: 'VALIDATION' });
    expect(at(path)).toHaveLength(0);
  });
});
