import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Caller } from '../../test/support/caller.js';
import type { Simulator } from '../simulator.js';
import { startSimulator } from '../start-simulator.js';

const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x0d, 0x0a, 0x2d, 0x2d]);

let simulator: Simulator;
let caller: Caller;

beforeEach(async () => {
  simulator = await startSimulator({ clock: { speed: 0 } });
  caller = new Caller(simulator);
});

afterEach(() => simulator.close());

async function upload(
  type: string,
  bytes: Uint8Array<ArrayBuffer> | undefined,
  path = '/cgi-bin/media/upload',
) {
  const form = new FormData();
  form.append('description', 'not a file');
  if (bytes !== undefined) form.append('media', new Blob([bytes], { type: 'image/png' }), '图 1.png');
  const query = { access_token: await caller.stableToken(), type };
  const response = await caller.raw(path, query, { method: 'POST', body: form });
  return (await response.json()) as Record<string, unknown>;
}

async function download(mediaId: string): Promise<Response> {
  return caller.raw('/cgi-bin/media/get', { access_token: await caller.stableToken(), media_id: mediaId });
}

describe('temporary media', () => {
  it('come back byte for byte, with their name', async () => {
    const uploaded = await upload('image', PNG);
    expect(uploaded).toEqual({
      type: 'image',
      media_id: expect.any(String),
      created_at: Math.floor(simulator.clock.now() / 1_000),
    });
    const response = await download(String(uploaded.media_id));
    expect(response.headers.get('content-type')).toBe('image/png');
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="_ 1.png"');
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(PNG);
  });

  it('are kept for three days', async () => {
    const { media_id: mediaId } = await upload('image', PNG);
    simulator.clock.advance(3 * 86_400_000);
    const response = await download(String(mediaId));
    expect(response.headers.get('content-type')).toContain('application/json');
    expect(await response.json()).toMatchObject({ errcode: 40007 });
  });

  it('are named thumb_media_id when they are thumbs, and an address when they are videos', async () => {
    expect(await upload('thumb', PNG)).toMatchObject({ thumb_media_id: expect.any(String) });
    const { media_id: mediaId } = await upload('video', PNG);
    expect(await (await download(String(mediaId))).json()).toEqual({
      video_url: expect.stringContaining('http'),
    });
  });

  it.each([
    [40004, 'hologram', PNG],
    [41005, 'image', undefined],
    [44001, 'image', new Uint8Array()],
    [45001, 'thumb', new Uint8Array(65_537)],
  ])('are refused with %i (%s)', async (errcode, type, bytes) => {
    expect(await upload(type, bytes)).toMatchObject({ errcode });
  });

  it('are refused when what comes is not a form', async () => {
    expect(await caller.tell('/cgi-bin/media/upload', { media: 'x' }, { type: 'image' })).toMatchObject({
      errcode: 41005,
    });
    expect(await caller.ask('/cgi-bin/media/get')).toMatchObject({ errcode: 41006 });
  });

  it('uploadimg answers an address, for at most 1 MB', async () => {
    expect(await upload('', PNG, '/cgi-bin/media/uploadimg')).toEqual({
      url: expect.stringContaining('http'),
    });
    const large = new Uint8Array(1_048_577);
    expect(await upload('', large, '/cgi-bin/media/uploadimg')).toMatchObject({ errcode: 40009 });
  });
});
