import { type Simulator, startSimulator } from '@wetempo/simulator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mpEndpoints, WechatMp } from '../src/index.js';
import { appId, appSecret, message, openid, platformAndClient } from './fixtures.js';

interface World {
  readonly simulator: Simulator;
  readonly mp: WechatMp;
}
type Request = Readonly<Record<string, unknown>>;

const follower = openid(1);
const png = {
  content: new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  filename: '二维码.png',
  contentType: 'image/png',
};
const button = [{ type: 'view', name: '官网', url: 'https://example.com/?a=1&b=2' } as const];
const cgiPath = { cgi_path: '/cgi-bin/message/template/send' };
const account = { kf_account: 'test1@test', nickname: '客服1' };
const credential = { grant_type: 'client_credential', appid: appId, secret: appSecret };

/** What each endpoint is asked, by its name; where it needs something to be there, that is made first. */
const requests: Readonly<Record<string, (world: World) => Request | Promise<Request>>> = {
  'template.send': () => message(1),
  'template.setIndustry': () => ({ industry_id1: '1', industry_id2: '4' }),
  'template.getIndustry': () => ({}),
  'template.addTemplate': () => ({ template_id_short: '43216', keyword_name_list: ['商品'] }),
  'template.listTemplates': () => ({}),
  'template.deleteTemplate': async ({ mp }) => {
    const { template_id } = await mp.template.addTemplate({
      template_id_short: '1',
      keyword_name_list: ['商品'],
    });
    return { template_id };
  },
  'subscribeMessage.send': ({ simulator }) => {
    simulator.users.grant(appId, follower, 'SUBSCRIBED');
    return { touser: follower, template_id: 'SUBSCRIBED', data: { thing1: { value: '到货' } } };
  },
  'subscribeMessage.addTemplate': () => ({ tid: '401', kidList: [1, 2], sceneDesc: '测试数据' }),
  'subscribeMessage.listTemplates': () => ({}),
  'subscribeMessage.deleteTemplate': () => ({ priTmplId: 'TEMPLATE-ID-3' }),
  'subscribeMessage.categories': () => ({}),
  'subscribeMessage.publicTemplates': () => ({ ids: '2,616', start: 0, limit: 30 }),
  'subscribeMessage.publicKeywords': () => ({ tid: '99' }),
  'customerMessage.send': ({ simulator }) => {
    simulator.users.interact(appId, follower);
    return { touser: follower, msgtype: 'text', text: { content: '您好' } };
  },
  'customerMessage.typing': ({ simulator }) => {
    simulator.users.interact(appId, follower);
    return { touser: follower, command: 'Typing' };
  },
  'customerService.listAccounts': () => ({}),
  'customerService.listOnline': () => ({}),
  'customerService.addAccount': () => account,
  'customerService.updateAccount': () => account,
  'customerService.inviteWorker': () => ({ kf_account: 'test1@test', invite_wx: 'test_wx' }),
  'customerService.setAvatar': () => ({ kf_account: 'test1@test', media: { ...png, filename: 'a.jpg' } }),
  'customerService.deleteAccount': () => ({ kf_account: 'test1@test' }),
  'user.info': () => ({ openid: follower, lang: 'zh_CN' }),
  'user.batchInfo': () => ({ user_list: [{ openid: follower }, { openid: openid(2), lang: 'en' }] }),
  'user.list': () => ({}),
  'user.setRemark': () => ({ openid: follower, remark: '老客户' }),
  'tag.create': () => ({ tag: { name: '会员' } }),
  'tag.list': () => ({}),
  'tag.update': async (world) => ({ tag: { id: await newTag(world), name: '贵宾' } }),
  'tag.delete': async (world) => ({ tag: { id: await newTag(world) } }),
  'tag.users': async (world) => ({ tagid: await newTag(world) }),
  'tag.tagUsers': async (world) => ({ openid_list: [follower], tagid: await newTag(world) }),
  'tag.untagUsers': async (world) => ({ openid_list: [follower], tagid: await newTag(world) }),
  'tag.ofUser': () => ({ openid: follower }),
  'tag.block': () => ({ openid_list: [openid(3)] }),
  'tag.unblock': () => ({ openid_list: [openid(3)] }),
  'tag.blocked': () => ({}),
  'menu.create': () => ({ button }),
  'menu.get': withMenu,
  'menu.delete': () => ({}),
  'menu.createConditional': async (world) => {
    await withMenu(world);
    return { button, matchrule: { client_platform_type: '1' } };
  },
  'menu.deleteConditional': async (world) => {
    await withMenu(world);
    return world.mp.menu.createConditional({ button, matchrule: { tag_id: '2' } });
  },
  'menu.tryMatch': async (world) => ({ ...(await withMenu(world)), user_id: follower }),
  'menu.current': withMenu,
  'qrcode.create': () => ({
    action_name: 'QR_LIMIT_STR_SCENE',
    action_info: { scene: { scene_str: '门店' } },
  }),
  'media.upload': () => ({ type: 'image', media: png }),
  'media.get': async ({ mp }) => {
    const { media_id } = await mp.media.upload({ type: 'image', media: png });
    return { media_id };
  },
  'media.uploadImage': () => ({ media: png }),
  'ticket.get': () => ({ type: 'jsapi' }),
  'oauth.token': ({ simulator }) => codeRequest(simulator),
  'oauth.refresh': async (world) => {
    const { refresh_token } = await visitor(world);
    return { appid: appId, grant_type: 'refresh_token', refresh_token };
  },
  'oauth.userInfo': visitorAccess,
  'oauth.check': visitorAccess,
  'token.get': () => credential,
  'token.stable': () => ({ ...credential, force_refresh: false }),
  'quota.get': () => cgiPath,
  'quota.clear': () => cgiPath,
  'quota.clearAll': () => ({ appid: appId }),
  'quota.clearAllWithSecret': () => ({ appid: appId, appsecret: appSecret }),
  'quota.rid': async ({ mp }) => {
    const stranger = { ...message(1), touser: openid(9) };
    const refused = await mp.template.send(stranger, { requestId: 't9' }).catch((error: unknown) => error);
    expect(refused).toMatchObject({ errcode: 43004, rid: expect.stringMatching(/\w/) });
    return { rid: String(Reflect.get(Object(refused), 'rid')) };
  },
};

let lastTag = 0;

async function newTag({ mp }: World): Promise<number> {
  lastTag += 1;
  return (await mp.tag.create({ tag: { name: `标签${lastTag}` } })).tag.id;
}

async function withMenu({ mp }: World): Promise<Request> {
  await mp.menu.create({ button });
  return {};
}

function codeRequest(simulator: Simulator) {
  const code = simulator.users.authorize(appId, follower, 'snsapi_userinfo');
  return { appid: appId, secret: appSecret, code, grant_type: 'authorization_code' } as const;
}

function visitor({ simulator, mp }: World) {
  return mp.oauth.token(codeRequest(simulator));
}

async function visitorAccess(world: World): Promise<Request> {
  const { access_token, openid: visitorOpenid } = await visitor(world);
  return { access_token, openid: visitorOpenid };
}

describe('every declared endpoint', () => {
  let simulator: Simulator;
  let mp: WechatMp;

  beforeAll(async () => {
    const followers = [1, 2, 3].map(openid);
    simulator = await startSimulator({ accounts: [{ appId, appSecret, followers }] });
    mp = new WechatMp({ appId, appSecret, baseUrl: simulator.url, sendStore: 'memory' });
  });

  afterAll(async () => {
    await mp.close();
    await simulator.close();
  });

  it.each(mpEndpoints.map((endpoint) => ({ name: endpoint.name, endpoint })))(
    '$name makes its way there and back',
    async ({ name, endpoint }) => {
      const request = await requests[name]?.({ simulator, mp });
      if (request === undefined) throw new Error(`no request for ${name}`);
      const before = simulator.hits(endpoint.path);
      const isMessage = endpoint.kind === 'message';
      const answer = await mp.client.callAny(endpoint, request, isMessage ? { requestId: name } : {});
      expect(simulator.hits(endpoint.path)).toBe(before + 1);
      if (isMessage) expect(answer).toMatchObject({ status: 'sent', attempts: 1 });
      if (name === 'media.get') expect(answer).toMatchObject({ bytes: Buffer.from(png.content) });
    },
  );

  it('has a request here, and no request is of another', () => {
    expect(Object.keys(requests).sort()).toEqual(mpEndpoints.map(({ name }) => name).sort());
  });
});

describe('what is made of endpoints', () => {
  it('user.listAll goes over every page', async () => {
    const followers = Array.from({ length: 25 }, (_, n) => openid(n));
    const { simulator, mp } = await platformAndClient(
      {},
      { accounts: [{ appId, appSecret, followers }], limits: { followersPerPage: 10 } },
    );
    const seen: string[] = [];
    for await (const follower of mp.user.listAll()) seen.push(follower);
    expect(seen.sort()).toEqual(followers.sort());
    expect(simulator.hits('/cgi-bin/user/get')).toBeGreaterThanOrEqual(3);
  });

  it('F62: 500 page signatures take one token and one ticket', async () => {
    const { simulator, mp } = await platformAndClient();
    const configs = await Promise.all(
      Array.from({ length: 500 }, (_, n) => mp.jsSdk.sign(`https://example.com/${n}`)),
    );
    expect(configs[0]).toMatchObject({ appId, signature: expect.stringMatching(/^[0-9a-f]{40}$/) });
    expect(simulator.hits('/cgi-bin/stable_token')).toBe(1);
    expect(simulator.hits('/cgi-bin/ticket/getticket')).toBe(1);
  });

  it('F72, F83: an upload whose answer lacks the media_id is an error, and its Chinese name arrives', async () => {
    const { simulator, mp } = await platformAndClient();
    const media = {
      content: new Uint8Array([0xff, 0xd8, 0xff]),
      filename: '照片.jpg',
      contentType: 'image/jpeg',
    };
    simulator.faults.add({ kind: 'body', body: '{"type":"image"}', path: '/cgi-bin/media/upload', times: 1 });
    await expect(mp.media.upload({ type: 'image', media })).rejects.toMatchObject({
      code: 'OUTCOME_UNKNOWN',
      cause: { code: 'RESPONSE' },
    });
    await expect(mp.media.upload({ type: 'image', media })).resolves.toMatchObject({
      media_id: expect.any(String),
    });
  });

  it('F68: an upload whose answer is lost is not repeated', async () => {
    const { simulator, mp } = await platformAndClient();
    const media = {
      content: new Uint8Array([0xff, 0xd8, 0xff]),
      filename: 'a.jpg',
      contentType: 'image/jpeg',
    };
    simulator.faults.add({ kind: 'cut-after', path: '/cgi-bin/media/upload' });
    await expect(mp.media.upload({ type: 'image', media })).rejects.toMatchObject({
      code: 'OUTCOME_UNKNOWN',
    });
    expect(simulator.hits('/cgi-bin/media/upload')).toBe(1);
  });
});
