import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FormValue } from './multipart.js';
import { encodeMultipart } from './multipart.js';

function file(filename: string, content: Uint8Array, contentType?: string): FormValue {
  return { filename, content, ...(contentType === undefined ? {} : { contentType }) };
}

/** Read by somebody else's parser. */
function read(form: Record<string, FormValue>): Promise<FormData> {
  const { bytes, contentType } = encodeMultipart(form);
  return new Response(bytes as Uint8Array<ArrayBuffer>, {
    headers: { 'content-type': contentType },
  }).formData();
}

describe('encodeMultipart', () => {
  it('F83: a Chinese file name goes out in raw UTF-8', async () => {
    const form = { media: file('二维码😀.png', Buffer.from([1, 2, 3]), 'image/png'), description: '说明' };
    const parsed = await read(form);
    const media = parsed.get('media') as File;
    expect(media.name).toBe('二维码😀.png');
    expect(media.type).toBe('image/png');
    expect(parsed.get('description')).toBe('说明');
    expect(Buffer.from(encodeMultipart(form).bytes).includes(Buffer.from('filename="二维码😀.png"'))).toBe(
      true,
    );
  });

  it('F83: a file name cannot end its header', () => {
    const evil = 'a"\r\nX-Evil: 1\r\n\r\n.png';
    const text = Buffer.from(
      encodeMultipart({ [evil]: file(evil, Buffer.alloc(0), 'image/png\r\nX-Evil: 1') }).bytes,
    ).toString();
    expect(text).not.toMatch(/^X-Evil/m);
    expect(text).toContain('filename="a%22%0D%0AX-Evil: 1%0D%0A%0D%0A.png"');
  });

  it('equal forms are equal bytes, other forms are not', () => {
    const form = () => ({ media: file('a.png', Buffer.from('x')) });
    expect(encodeMultipart(form())).toEqual(encodeMultipart(form()));
    expect(encodeMultipart({ media: file('a.png', Buffer.from('y')) }).contentType).not.toBe(
      encodeMultipart(form()).contentType,
    );
  });

  it('any content and any name survive', async () => {
    const name = fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => !/["\r\n\\%]/.test(text));
    await fc.assert(
      fc.asyncProperty(
        name,
        fc.uint8Array({ maxLength: 500 }),
        fc.string({ unit: 'grapheme' }),
        async (filename, content, text) => {
          const parsed = await read({ media: file(filename, content), text });
          const media = parsed.get('media') as File;
          expect(media.name).toBe(filename);
          expect(new Uint8Array(await media.arrayBuffer())).toEqual(new Uint8Array(content));
          expect(parsed.get('text')).toBe(text);
        },
      ),
      { numRuns: 50 },
    );
  });
});
