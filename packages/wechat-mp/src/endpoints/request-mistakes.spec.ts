import type { AnyEndpoint } from '@wetempo/core';
import { describe, expect, it } from 'vitest';
import { mpEndpointGroups } from './index.js';

const { template, subscribeMessage, customerMessage, user, tag, menu, qrcode, media, quota, oauth } =
  mpEndpointGroups;

function issuesOf(endpoint: AnyEndpoint, request: unknown): { path: string; message: string }[] {
  const issues = endpoint.request.safeParse(request).error?.issues ?? [];
  return issues.map(({ path, message }) => ({ path: path.join('.'), message }));
}

function pathsOf(endpoint: AnyEndpoint, request: unknown): string[] {
  return issuesOf(endpoint, request).map(({ path }) => path);
}

const order = { touser: 'o1', template_id: 'T', data: { thing1: { value: '示例' } } };

describe('template.send', () => {
  it.each([
    ['touser', { ...order, touser: undefined }],
    ['touser', { ...order, touser: '' }],
    ['touser', { ...order, touser: 'o1 ' }],
    ['template_id', { ...order, template_id: '' }],
    ['data', { ...order, data: undefined }],
    ['data.thing1.value', { ...order, data: { thing1: { value: 42 } } }],
    ['data.thing1', { ...order, data: { thing1: '示例' } }],
    ['data.thing1.value', { ...order, data: { thing1: { value: '一'.repeat(21) } } }],
    ['miniprogram.appid', { ...order, miniprogram: { pagepath: 'pages/a' } }],
    ['url', { ...order, url: 'https://e.example/\ud83d' }],
    ['client_msg_id', { ...order, client_msg_id: 'mine' }],
  ])('refuses a wrong %s at its path', (path, request) => {
    expect(pathsOf(template.send, request)).toEqual([path]);
  });

  it('says how to write a number', () => {
    expect(issuesOf(template.send, { ...order, data: { number1: { value: 42 } } })).toEqual([
      { path: 'data.number1.value', message: 'must be text; write a number as String(number)' },
    ]);
  });

  it('says where client_msg_id comes from', () => {
    const [issue] = issuesOf(template.send, { ...order, client_msg_id: 'mine' });
    expect(issue?.message).toContain('requestId');
  });

  it('names a field that does not exist', () => {
    const [issue] = issuesOf(template.send, { ...order, templateId: 'T' });
    expect(issue?.message).toContain('templateId');
  });

  it('F80: refuses a value that was cut inside an emoji, and cuts none itself', () => {
    const value = '1234567890123456789😀';
    const cut = { ...order, data: { thing1: { value: value.slice(0, 20) } } };
    expect(pathsOf(template.send, cut)).toEqual(['data.thing1.value']);
    const whole = { ...order, data: { thing1: { value } } };
    expect(template.send.request.parse(whole)).toEqual(whole);
  });

  it('F78: never throws anything but its own report', () => {
    for (const request of [undefined, null, 1n, Symbol('x'), [], { data: { thing1: null } }, { data: 1n }]) {
      expect(template.send.request.safeParse(request).success).toBe(false);
    }
  });
});

describe('subscribeMessage.send', () => {
  it('checks the values of the data as template.send does', () => {
    const request = { ...order, data: { phrase1: { value: '已经完全发货了' }, letter2: { value: 'a1' } } };
    expect(pathsOf(subscribeMessage.send, request)).toEqual(['data.phrase1.value', 'data.letter2.value']);
  });

  it('takes no color', () => {
    const request = { ...order, data: { thing1: { value: 'a', color: '#000000' } } };
    expect(pathsOf(subscribeMessage.send, request)).toEqual(['data.thing1']);
  });
});

describe('customerMessage.send', () => {
  it.each([
    ['msgtype', { touser: 'o1', msgtype: 'txt', text: { content: 'a' } }],
    ['msgtype', { touser: 'o1', text: { content: 'a' } }],
    ['text', { touser: 'o1', msgtype: 'text' }],
    ['text.content', { touser: 'o1', msgtype: 'text', text: { content: '' } }],
    ['text.content', { touser: 'o1', msgtype: 'text', text: { content: 'a\udc00' } }],
    ['music.musicurl', { touser: 'o1', msgtype: 'music', music: { thumb_media_id: 'T' } }],
    ['news.articles', { touser: 'o1', msgtype: 'news', news: { articles: [] } }],
    [
      'miniprogrampage.appid',
      { touser: 'o1', msgtype: 'miniprogrampage', miniprogrampage: { pagepath: 'p' } },
    ],
  ])('refuses a wrong %s at its path', (path, request) => {
    expect(pathsOf(customerMessage.send, request)).toEqual([path]);
  });
});

describe('lists of people', () => {
  const many = (count: number) => Array.from({ length: count }, (_, index) => `o${index}`);

  it.each([
    [user.batchInfo, { user_list: many(101).map((openid) => ({ openid })) }, 'user_list'],
    [user.batchInfo, { user_list: [] }, 'user_list'],
    [tag.tagUsers, { tagid: 1, openid_list: many(51) }, 'openid_list'],
    [tag.untagUsers, { tagid: 1, openid_list: [] }, 'openid_list'],
    [tag.block, { openid_list: many(21) }, 'openid_list'],
    [tag.tagUsers, { tagid: '1', openid_list: many(1) }, 'tagid'],
  ])('%# are refused when the platform would not take them', (endpoint, request, path) => {
    expect(pathsOf(endpoint as AnyEndpoint, request)).toEqual([path]);
  });
});

describe('menu.create', () => {
  const click = { type: 'click', name: 'a', key: 'k' };

  it.each([
    ['button', { button: [] }],
    ['button', { button: [click, click, click, click] }],
    ['button.0.url', { button: [{ type: 'view', name: 'a' }] }],
    ['button.1.key', { button: [click, { type: 'click', name: 'a' }] }],
    ['button.0.type', { button: [{ type: 'open', name: 'a' }] }],
    ['button.0.sub_button', { button: [{ name: 'a' }] }],
    ['button.0.sub_button', { button: [{ name: 'a', sub_button: Array(6).fill(click) }] }],
    ['button.0.sub_button.0.key', { button: [{ name: 'a', sub_button: [{ type: 'click', name: 'b' }] }] }],
    ['button.0.sub_button.0', { button: [{ ...click, sub_button: [click] }] }],
  ])('refuses a wrong %s at its path', (path, request) => {
    expect(pathsOf(menu.create, request)).toEqual([path]);
  });
});

describe('files', () => {
  const file = (bytes: number, filename: string) => ({ content: new Uint8Array(bytes), filename });

  it.each([
    ['media.content', { type: 'image', media: file(10 * 1024 * 1024 + 1, 'a.png') }],
    ['media.content', { type: 'voice', media: file(2 * 1024 * 1024 + 1, 'a.mp3') }],
    ['media.content', { type: 'thumb', media: file(64 * 1024 + 1, 'a.jpg') }],
    ['media.content', { type: 'image', media: file(0, 'a.png') }],
    ['media.content', { type: 'image', media: { content: 'bytes', filename: 'a.png' } }],
    ['media.filename', { type: 'video', media: file(1, 'a.avi') }],
    ['media.filename', { type: 'image', media: file(1, 'image') }],
    ['type', { type: 'file', media: file(1, 'a.png') }],
  ])('with a wrong %s are refused before they are sent', (path, request) => {
    expect(pathsOf(media.upload, request)).toEqual([path]);
  });

  it('of exactly the greatest size are taken', () => {
    expect(pathsOf(media.upload, { type: 'thumb', media: file(64 * 1024, 'a.jpg') })).toEqual([]);
  });
});

describe('other requests', () => {
  it.each<[AnyEndpoint, unknown, string]>([
    [quota.get, { cgi_path: 'https://api.weixin.qq.com/cgi-bin/user/get' }, 'cgi_path'],
    [quota.get, { cgi_path: '/cgi-bin/user/get?a=1' }, 'cgi_path'],
    [quota.get, { cgi_path: '/sns/userinfo' }, 'cgi_path'],
    [user.setRemark, { openid: 'o1', remark: 'a'.repeat(30) }, 'remark'],
    [user.info, { openid: 'o1', lang: 'de' }, 'lang'],
    [tag.create, { tag: { name: '' } }, 'tag.name'],
    [oauth.token, { appid: 'wx1', secret: 's', grant_type: 'authorization_code' }, 'code'],
    [menu.createConditional, { button: [{ type: 'view', name: 'a', url: 'u' }], matchrule: {} }, 'matchrule'],
    [
      qrcode.create,
      { action_name: 'QR_LIMIT_SCENE', action_info: { scene: { scene_id: 100_001 } } },
      'action_info.scene.scene_id',
    ],
    [
      qrcode.create,
      { action_name: 'QR_SCENE', expire_seconds: 2_592_001, action_info: { scene: { scene_id: 1 } } },
      'expire_seconds',
    ],
  ])('%# are refused at the path of the mistake', (endpoint, request, path) => {
    expect(pathsOf(endpoint, request)).toEqual([path]);
  });
});
