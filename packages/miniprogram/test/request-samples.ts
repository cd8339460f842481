import { type AnyEndpoint } from '@wetempo/core';
import { miniProgramEndpointGroups } from '../src/index.js';
import { sessionSignature } from '../src/session/index.js';

export const openid = 'oOPENID0000000000000000000001';
export const sessionKey = 'AAAAAAAAAAAAAAAAAAAAAA==';

const jpg = { content: new Uint8Array([0xff, 0xd8, 0xff]), filename: '图.jpg', contentType: 'image/jpeg' };
const proof = { openid, signature: sessionSignature(sessionKey), sig_method: 'hmac_sha256' } as const;
const days = { begin_date: '20260105', end_date: '20260105' };
const order_key = { order_number_type: 2, transaction_id: '4200001234202601020000000001' } as const;
const parcel = {
  express_company: 'SF',
  tracking_no: 'SF0000000000001',
  item_desc: '示例商品*1',
  contact: { receiver_contact: '189****1234' },
};
const upload_time = '2026-01-02T10:00:00.000+08:00';

const { auth, subscribeMessage, customerMessage, media, wxacode } = miniProgramEndpointGroups;
const { urlLink, urlScheme, shortLink, security, analytics, orderShipping, token, quota } =
  miniProgramEndpointGroups;

/** Requests in the shape of the official pages; every endpoint has at least one. */
export const requestSamples: readonly (readonly [AnyEndpoint, Readonly<Record<string, unknown>>])[] = [
  [auth.code2Session, { js_code: 'CODE-1', grant_type: 'authorization_code' }],
  [
    auth.code2Session,
    { appid: 'wx0000000000000001', secret: 'S', js_code: 'CODE-2', grant_type: 'authorization_code' },
  ],
  [auth.checkSession, proof],
  [auth.resetSession, proof],
  [auth.getPhoneNumber, { code: 'PHONE-CODE-1' }],
  [auth.getPhoneNumber, { code: 'PHONE-CODE-2', openid }],
  [auth.getPaidUnionid, { openid, transaction_id: '4200001234202601020000000001' }],
  [auth.getPaidUnionid, { openid, mch_id: '1900000001', out_trade_no: 'ORDER-1001' }],
  [auth.pluginOpenPid, { code: 'PLUGIN-CODE-1' }],
  [auth.getUserEncryptKey, proof],
  [auth.checkEncryptedData, { encrypted_msg_hash: 'a'.repeat(64) }],
  [
    subscribeMessage.send,
    {
      touser: openid,
      template_id: 'TEMPLATE-ID-2',
      page: 'pages/order/index?id=42',
      miniprogram_state: 'formal',
      lang: 'zh_CN',
      data: { thing1: { value: '示例商品' }, date2: { value: '2026年1月2日' } },
    },
  ],
  [subscribeMessage.addTemplate, { tid: '401', kidList: [1, 2], sceneDesc: '测试数据' }],
  [subscribeMessage.deleteTemplate, { priTmplId: 'TEMPLATE-ID-2' }],
  [subscribeMessage.listTemplates, {}],
  [subscribeMessage.categories, {}],
  [subscribeMessage.publicTemplates, { ids: '2,616', start: 0, limit: 30 }],
  [subscribeMessage.publicKeywords, { tid: '99' }],
  [customerMessage.send, { touser: openid, msgtype: 'text', text: { content: '您好😀' } }],
  [customerMessage.send, { touser: openid, msgtype: 'image', image: { media_id: 'M' } }],
  [
    customerMessage.send,
    {
      touser: openid,
      msgtype: 'link',
      link: {
        title: 't',
        description: 'd',
        url: 'https://e.example/?a=1&b=2',
        thumb_url: 'https://e.example/a.png',
      },
    },
  ],
  [
    customerMessage.send,
    {
      touser: openid,
      msgtype: 'miniprogrampage',
      miniprogrampage: { title: 't', pagepath: 'pages/a', thumb_media_id: 'T' },
    },
  ],
  [customerMessage.typing, { touser: openid, command: 'Typing' }],
  [media.upload, { type: 'image', media: jpg }],
  [media.upload, { type: 'thumb', media: jpg }],
  [media.get, { media_id: 'MEDIA-ID-1' }],
  [wxacode.get, { path: 'pages/order/index?id=42', width: 430, is_hyaline: true, env_version: 'release' }],
  [
    wxacode.getUnlimited,
    {
      scene: 'a=1&b=2',
      page: 'pages/index/index',
      check_path: true,
      env_version: 'release',
      width: 430,
      auto_color: false,
      line_color: { r: 0, g: 0, b: 0 },
      is_hyaline: false,
    },
  ],
  [wxacode.createQrcode, { path: 'pages/order/index?id=42', width: 430 }],
  [
    urlLink.generate,
    { path: 'pages/index/index', query: 'a=1&b=2', is_expire: true, expire_type: 1, expire_interval: 30 },
  ],
  [urlLink.generate, { cloud_base: { env: 'env-1', path: '/a.html' } }],
  [urlLink.query, { url_link: 'https://wxaurl.example/AbCd', query_type: 0 }],
  [
    urlScheme.generate,
    {
      jump_wxa: { path: 'pages/index/index', query: 'a=1', env_version: 'release' },
      is_expire: true,
      expire_type: 0,
      expire_time: 1_767_312_000,
    },
  ],
  [urlScheme.generateNfc, { jump_wxa: { path: 'pages/index/index' }, model_id: 'MODEL-1', sn: 'SN-1' }],
  [urlScheme.query, { scheme: 'weixin://dl/business/?t=AbCd' }],
  [shortLink.generate, { page_url: 'pages/index/index?a=1', page_title: '首页', is_permanent: false }],
  [
    security.msgSecCheck,
    { version: 2, scene: 1, openid, content: '要检查的文本', title: '', nickname: '', signature: '' },
  ],
  [
    security.mediaCheckAsync,
    { version: 2, scene: 1, openid, media_url: 'https://e.example/a.png', media_type: 2 },
  ],
  [security.getUserRiskRank, { openid, scene: 0, client_ip: '203.0.113.7', is_test: true }],
  [analytics.dailySummary, days],
  [analytics.dailyVisitTrend, days],
  [analytics.weeklyVisitTrend, { begin_date: '20260105', end_date: '20260111' }],
  [analytics.monthlyVisitTrend, { begin_date: '20260101', end_date: '20260131' }],
  [analytics.dailyRetain, days],
  [analytics.weeklyRetain, { begin_date: '20260105', end_date: '20260111' }],
  [analytics.monthlyRetain, { begin_date: '20260101', end_date: '20260131' }],
  [analytics.visitPage, days],
  [analytics.visitDistribution, days],
  [analytics.userPortrait, { begin_date: '20260105', end_date: '20260111' }],
  [
    analytics.gameData,
    {
      metric: 'active_user',
      granularity: 1,
      start_time: 1_767_225_600,
      end_time: 1_767_312_000,
      filter_list: [{ dimension: 'platform', value: 'ios' }],
      group_list: ['platform'],
    },
  ],
  [
    orderShipping.uploadShippingInfo,
    {
      order_key,
      logistics_type: 1,
      delivery_mode: 1,
      shipping_list: [parcel],
      upload_time,
      payer: { openid },
    },
  ],
  [
    orderShipping.uploadCombinedShippingInfo,
    {
      order_key: { order_number_type: 1, mchid: '1900000001', out_trade_no: 'ORDER-1001' },
      sub_orders: [
        {
          order_key,
          logistics_type: 1,
          delivery_mode: 2,
          is_all_delivered: true,
          shipping_list: [parcel, parcel],
        },
      ],
      upload_time,
      payer: { openid },
    },
  ],
  [orderShipping.getOrder, { transaction_id: '4200001234202601020000000001' }],
  [
    orderShipping.getOrderList,
    {
      pay_time_range: { begin_time: 1_767_225_600, end_time: 1_767_312_000 },
      order_state: 1,
      openid,
      last_index: 'INDEX-1',
      page_size: 20,
    },
  ],
  [
    orderShipping.notifyConfirmReceive,
    { merchant_id: '1900000001', merchant_trade_no: 'ORDER-1001', received_time: 1_767_312_000 },
  ],
  [orderShipping.setMsgJumpPath, { path: 'pages/order/index' }],
  [orderShipping.isTradeManaged, {}],
  [orderShipping.isTradeManagementConfirmed, {}],
  [
    orderShipping.opSpecialOrder,
    { order_id: '4200001234202601020000000001', type: 1, delay_to: 1_767_312_000 },
  ],
  [token.get, { grant_type: 'client_credential' }],
  [token.stable, { grant_type: 'client_credential', force_refresh: false }],
  [quota.get, { cgi_path: '/cgi-bin/message/subscribe/send' }],
  [quota.clear, { cgi_path: '/cgi-bin/message/subscribe/send' }],
  [quota.clearAll, {}],
  [quota.clearAllWithSecret, {}],
  [quota.rid, { rid: '6500a1b2-0c3d4e5f-11223344' }],
];
