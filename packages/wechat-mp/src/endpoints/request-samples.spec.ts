import type { AnyEndpoint } from '@wetempo/core';
import { describe, expect, it } from 'vitest';
import { mpEndpointGroups, mpEndpoints } from './index.js';

const openid = 'oOPENID0000000000000000000001';
const png = { content: new Uint8Array([137, 80, 78, 71]), filename: '图.png', contentType: 'image/png' };
const { template, subscribeMessage, customerMessage, customerService, user, tag, menu } = mpEndpointGroups;
const { qrcode, media, ticket, oauth, token, quota } = mpEndpointGroups;

/** Requests in the shape of the official pages; every endpoint has at least one. */
const samples: readonly (readonly [AnyEndpoint, unknown])[] = [
  [
    template.send,
    {
      touser: openid,
      template_id: 'TEMPLATE-ID-1',
      url: 'https://example.com/orders/42?a=1&b=2',
      miniprogram: { appid: 'wx0000000000000002', pagepath: 'pages/order/index?id=42' },
      data: {
        thing1: { value: '示例商品' },
        amount2: { value: '12.50元' },
        time3: { value: '2026-01-02 10:00:00' },
      },
    },
  ],
  [
    template.send,
    { touser: openid, template_id: 'T', url: '', data: { first: { value: '', color: '#173177' } } },
  ],
  [template.setIndustry, { industry_id1: '1', industry_id2: '4' }],
  [template.getIndustry, {}],
  [template.addTemplate, { template_id_short: '43216', keyword_name_list: ['商品名称'] }],
  [template.listTemplates, {}],
  [template.deleteTemplate, { template_id: 'TEMPLATE-ID-1' }],
  [
    subscribeMessage.send,
    {
      touser: openid,
      template_id: 'TEMPLATE-ID-3',
      page: 'https://example.com/orders/42',
      miniprogram: { appid: 'wx0000000000000002', pagepath: 'pages/order/index?id=42' },
      data: { thing1: { value: '示例商品' } },
    },
  ],
  [subscribeMessage.addTemplate, { tid: '401', kidList: [1, 2], sceneDesc: '测试数据' }],
  [subscribeMessage.listTemplates, {}],
  [subscribeMessage.deleteTemplate, { priTmplId: 'TEMPLATE-ID-3' }],
  [subscribeMessage.categories, {}],
  [subscribeMessage.publicTemplates, { ids: '2,616', start: 0, limit: 30 }],
  [subscribeMessage.publicKeywords, { tid: '99' }],
  [customerMessage.send, { touser: openid, msgtype: 'text', text: { content: '您好😀' } }],
  [customerMessage.send, { touser: openid, msgtype: 'image', image: { media_id: 'M' } }],
  [customerMessage.send, { touser: openid, msgtype: 'voice', voice: { media_id: 'M' } }],
  [
    customerMessage.send,
    {
      touser: openid,
      msgtype: 'video',
      video: { media_id: 'M', thumb_media_id: 'T', title: 't', description: 'd' },
    },
  ],
  [
    customerMessage.send,
    {
      touser: openid,
      msgtype: 'music',
      music: { title: 't', description: 'd', musicurl: 'u', hqmusicurl: 'h', thumb_media_id: 'T' },
    },
  ],
  [
    customerMessage.send,
    {
      touser: openid,
      msgtype: 'news',
      news: { articles: [{ title: 't', description: 'd', url: 'u', picurl: 'p' }] },
    },
  ],
  [customerMessage.send, { touser: openid, msgtype: 'mpnews', mpnews: { media_id: 'M' } }],
  [customerMessage.send, { touser: openid, msgtype: 'mpnewsarticle', mpnewsarticle: { article_id: 'A' } }],
  [
    customerMessage.send,
    {
      touser: openid,
      msgtype: 'msgmenu',
      msgmenu: { head_content: '满意吗？', list: [{ id: '101', content: '满意' }], tail_content: '谢谢' },
    },
  ],
  [customerMessage.send, { touser: openid, msgtype: 'wxcard', wxcard: { card_id: 'C' } }],
  [
    customerMessage.send,
    {
      touser: openid,
      msgtype: 'miniprogrampage',
      miniprogrampage: { title: 't', appid: 'wx2', pagepath: 'pages/a', thumb_media_id: 'T' },
      customservice: { kf_account: 'test1@kftest' },
    },
  ],
  [customerMessage.typing, { touser: openid, command: 'Typing' }],
  [customerService.listAccounts, {}],
  [customerService.listOnline, {}],
  [customerService.addAccount, { kf_account: 'test1@test', nickname: '客服1' }],
  [customerService.updateAccount, { kf_account: 'test1@test', nickname: '客服2' }],
  [customerService.inviteWorker, { kf_account: 'test1@test', invite_wx: 'test_wx' }],
  [customerService.setAvatar, { kf_account: 'test1@test', media: { ...png, filename: 'a.JPG' } }],
  [customerService.deleteAccount, { kf_account: 'test1@test' }],
  [user.info, { openid, lang: 'zh_CN' }],
  [user.batchInfo, { user_list: [{ openid, lang: 'zh_CN' }, { openid }] }],
  [user.list, {}],
  [user.list, { next_openid: openid }],
  [user.setRemark, { openid, remark: '老王' }],
  [tag.create, { tag: { name: '广东' } }],
  [tag.list, {}],
  [tag.update, { tag: { id: 134, name: '广东人' } }],
  [tag.delete, { tag: { id: 134 } }],
  [tag.users, { tagid: 134, next_openid: '' }],
  [tag.tagUsers, { openid_list: [openid], tagid: 134 }],
  [tag.untagUsers, { openid_list: [openid], tagid: 134 }],
  [tag.ofUser, { openid }],
  [tag.block, { openid_list: [openid] }],
  [tag.unblock, { openid_list: [openid] }],
  [tag.blocked, { begin_openid: '' }],
  [
    menu.create,
    {
      button: [
        { type: 'click', name: '今日歌曲', key: 'V1001_TODAY_MUSIC' },
        {
          name: '菜单',
          sub_button: [
            { type: 'view', name: '搜索', url: 'https://e.example/?a=1&b=2', sub_button: [] },
            { type: 'miniprogram', name: 'wxa', url: 'http://mp', appid: 'wx2', pagepath: 'pages/a' },
            { type: 'scancode_push', name: '扫码', key: 'rselfmenu_0_1' },
            { type: 'media_id', name: '图片', media_id: 'M' },
            { type: 'article_view_limited', name: '文章', article_id: 'A' },
          ],
        },
      ],
    },
  ],
  [menu.get, {}],
  [menu.delete, {}],
  [
    menu.createConditional,
    {
      button: [{ type: 'click', name: 'a', key: 'k' }],
      matchrule: { tag_id: '2', client_platform_type: '2' },
    },
  ],
  [menu.deleteConditional, { menuid: '208379533' }],
  [menu.tryMatch, { user_id: 'weixin' }],
  [menu.current, {}],
  [
    qrcode.create,
    { expire_seconds: 604_800, action_name: 'QR_SCENE', action_info: { scene: { scene_id: 123 } } },
  ],
  [qrcode.create, { action_name: 'QR_STR_SCENE', action_info: { scene: { scene_str: 'test' } } }],
  [qrcode.create, { action_name: 'QR_LIMIT_SCENE', action_info: { scene: { scene_id: 100_000 } } }],
  [qrcode.create, { action_name: 'QR_LIMIT_STR_SCENE', action_info: { scene: { scene_str: 'test' } } }],
  [media.upload, { type: 'image', media: png }],
  [media.upload, { type: 'voice', media: { ...png, filename: 'a.amr' } }],
  [media.upload, { type: 'video', media: { ...png, filename: 'a.mp4' } }],
  [media.upload, { type: 'thumb', media: { ...png, filename: 'a.jpg' } }],
  [media.get, { media_id: 'MEDIA-ID-1' }],
  [media.uploadImage, { media: png }],
  [ticket.get, { type: 'jsapi' }],
  [oauth.token, { appid: 'wx1', secret: 'SECRET-1', code: 'CODE-1', grant_type: 'authorization_code' }],
  [oauth.refresh, { appid: 'wx1', grant_type: 'refresh_token', refresh_token: 'REFRESH-1' }],
  [oauth.userInfo, { access_token: 'USER-TOKEN-1', openid, lang: 'zh_CN' }],
  [oauth.check, { access_token: 'USER-TOKEN-1', openid }],
  [token.get, { grant_type: 'client_credential', appid: 'wx1', secret: 'SECRET-1' }],
  [token.stable, { grant_type: 'client_credential', appid: 'wx1', secret: 'SECRET-1', force_refresh: false }],
  [quota.get, { cgi_path: '/cgi-bin/message/custom/send' }],
  [quota.clear, { cgi_path: '/cgi-bin/message/custom/send' }],
  [quota.clearAll, { appid: 'wx1' }],
  [quota.clearAllWithSecret, { appid: 'wx1', appsecret: 'SECRET-1' }],
  [quota.rid, { rid: '6500a1b2-0c3d4e5f-11223344' }],
];

describe('requests in the shape of the official pages', () => {
  it.each(
    samples.map(([endpoint, request], index) => ({ name: `${endpoint.name} (${index})`, endpoint, request })),
  )('$name takes the sample as it is', ({ endpoint, request }) => {
    expect(endpoint.request.parse(request)).toEqual(request);
  });

  it('cover every endpoint', () => {
    const covered = new Set(samples.map(([endpoint]) => endpoint.name));
    expect(mpEndpoints.filter(({ name }) => !covered.has(name)).map(({ name }) => name)).toEqual([]);
  });
});
