import { describe, expect, it } from 'vitest';
import { mpEndpointGroups, mpEndpoints } from './index.js';

const { template, customerMessage, media, user, oauth, token, quota, menu } = mpEndpointGroups;

describe('the id of a template message', () => {
  const idOf = (answer: unknown) => template.send.message?.messageId?.(template.send.response.parse(answer));

  it('comes from numbers and from text, which is how ids beyond 2^53 arrive', () => {
    expect(idOf({ errcode: 0, errmsg: 'ok', msgid: 200228332 })).toBe('200228332');
    expect(idOf({ errcode: 0, errmsg: 'ok', msgid: '2000000000000000001' })).toBe('2000000000000000001');
  });

  it.each([
    {},
    { msgid: 0 },
    { msgid: '0' },
    { msgid: '' },
    { msgid: -1 },
    { msgid: 'abc' },
    { msgid: 1e21 },
  ])('F56: is missing in %j, so that the message does not pass for sent', (answer) => {
    expect(idOf({ errcode: 0, errmsg: 'ok', ...answer })).toBeUndefined();
  });

  it('F78: of an unheard-of type is reported as such', () => {
    expect(template.send.response.safeParse({ msgid: {} }).success).toBe(false);
  });
});

describe('answers', () => {
  it('F77: keep fields that no page mentions', () => {
    const answer = { openid: 'o1', subscribe: 1, new_field: { deep: [1] } };
    expect(user.info.response.parse(answer)).toEqual(answer);
    expect(customerMessage.send.response.parse({ errcode: 0, new_field: 1 })).toEqual({
      errcode: 0,
      new_field: 1,
    });
    const uploaded = { type: 'image', media_id: 'M', created_at: 1, new_field: 1 };
    expect(media.upload.response.parse(uploaded)).toEqual(uploaded);
  });

  it('F77: may lack what nothing depends on', () => {
    expect(user.info.response.safeParse({ openid: 'o1' }).success).toBe(true);
    expect(user.list.response.safeParse({ total: 0, count: 0, next_openid: '' }).success).toBe(true);
    expect(template.getIndustry.response.safeParse({}).success).toBe(true);
  });

  it('F83: without a media_id do not pass for an upload', () => {
    expect(media.upload.response.safeParse({ errcode: 0, errmsg: 'ok' }).success).toBe(false);
    expect(media.upload.response.safeParse({ type: 'image', media_id: '' }).success).toBe(false);
  });

  it('name the id of a thumb like that of other files', () => {
    const answer = { type: 'thumb', thumb_media_id: 'T', created_at: 1 };
    expect(media.upload.response.parse(answer)).toEqual({ ...answer, media_id: 'T' });
  });

  it('F72: without a url do not pass for an uploaded picture', () => {
    expect(media.uploadImage.response.safeParse({}).success).toBe(false);
    expect(media.uploadImage.response.safeParse({ url: 'http://mmbiz.example/x' }).success).toBe(true);
  });

  it('that are files are bytes', () => {
    const file = { bytes: new Uint8Array([1]), contentType: 'image/jpeg', filename: undefined };
    expect(media.get.response.parse(file)).toEqual(file);
    expect(media.get.response.safeParse({ media_id: 'M' }).success).toBe(false);
  });

  it('are read in the shape of the official pages', () => {
    const { parse } = token.stable.response;
    expect(parse({ access_token: 'T', expires_in: 5384 })).toEqual({ access_token: 'T', expires_in: 5384 });
    const limits = {
      quota: { daily_limit: 500_000, used: 12, remain: 499_988 },
      rate_limit: { call_count: 200, refresh_second: 60 },
    };
    expect(quota.get.response.parse(limits)).toEqual(limits);
    const visitor = {
      access_token: 'U',
      expires_in: 7200,
      refresh_token: 'R',
      openid: 'o1',
      is_snapshotuser: 1,
    };
    expect(oauth.token.response.parse(visitor)).toEqual(visitor);
    const button = [{ name: '菜单', sub_button: [{ type: 'view', name: 'a', url: 'u', sub_button: [] }] }];
    expect(menu.get.response.parse({ menu: { button, menuid: 2 } })).toEqual({ menu: { button, menuid: 2 } });
  });

  it('of another kind altogether are refused without a throw', () => {
    for (const endpoint of mpEndpoints) {
      for (const answer of [undefined, null, 'text', 7]) {
        expect(endpoint.response.safeParse(answer).success, endpoint.name).toBe(false);
      }
    }
  });
});
