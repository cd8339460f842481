import { describe, expect, it } from 'vitest';
import { mpEndpoints, ticketEndpoints, tokenEndpoints } from '../src/index.js';
import { appId, appSecret, message, openid, platformAndClient } from './fixtures.js';

/** Groups of endpoints that the simulator does not know; their schemas are tested, their way there is the same. */
const notSimulated = /^(customerService\.|subscribeMessage\.(?!send))/;

describe('every declared endpoint that the simulator knows', () => {
  it('makes its way there and back', async () => {
    const { simulator, mp } = await platformAndClient(
      {},
      { accounts: [{ appId, appSecret, followers: [1, 2, 3].map(openid) }] },
    );
    const follower = openid(1);
    const png = {
      content: new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
      filename: '二维码.png',
      contentType: 'image/png',
    };

    await mp.template.setIndustry({ industry_id1: '1', industry_id2: '4' });
    await mp.template.getIndustry();
    const { template_id } = await mp.template.addTemplate({
      template_id_short: '43216',
      keyword_name_list: ['商品'],
    });
    expect(
      (await mp.template.listTemplates()).template_list.map((template) => template.template_id),
    ).toContain(template_id);
    await expect(
      mp.template.send(
        { touser: follower, template_id, data: { keyword1: { value: '商品' } } },
        { requestId: 't1' },
      ),
    ).resolves.toMatchObject({ status: 'sent' });
    await mp.template.deleteTemplate({ template_id });
    simulator.users.grant(appId, follower, 'SUBSCRIBED');
    const subscription = { touser: follower, template_id: 'SUBSCRIBED', data: { thing1: { value: '到货' } } };
    await expect(mp.subscribeMessage.send(subscription, { requestId: 's1' })).resolves.toMatchObject({
      status: 'sent',
    });
    simulator.users.interact(appId, follower);
    await mp.customerMessage.send(
      { touser: follower, msgtype: 'text', text: { content: '您好' } },
      { requestId: 'c1' },
    );
    await mp.customerMessage.typing({ touser: follower, command: 'Typing' });

    expect(await mp.user.info({ openid: follower })).toMatchObject({ openid: follower, subscribe: 1 });
    await mp.user.batchInfo({ user_list: [{ openid: follower }] });
    expect((await mp.user.list()).total).toBe(3);
    await mp.user.setRemark({ openid: follower, remark: '老客户' });
    const { tag } = await mp.tag.create({ tag: { name: '会员' } });
    await mp.tag.update({ tag: { id: tag.id, name: '贵宾' } });
    await mp.tag.tagUsers({ openid_list: [follower], tagid: tag.id });
    expect((await mp.tag.ofUser({ openid: follower })).tagid_list).toEqual([tag.id]);
    await mp.tag.users({ tagid: tag.id });
    await mp.tag.untagUsers({ openid_list: [follower], tagid: tag.id });
    await mp.tag.list();
    await mp.tag.delete({ tag: { id: tag.id } });
    await mp.tag.block({ openid_list: [openid(3)] });
    await mp.tag.blocked({});
    await mp.tag.unblock({ openid_list: [openid(3)] });

    const button = [{ type: 'view', name: '官网', url: 'https://example.com/?a=1&b=2' } as const];
    await mp.menu.create({ button });
    const { menuid } = await mp.menu.createConditional({ button, matchrule: { client_platform_type: '1' } });
    await mp.menu.get();
    await mp.menu.current();
    await mp.menu.tryMatch({ user_id: follower });
    await mp.menu.deleteConditional({ menuid });
    await mp.menu.delete();

    await mp.qrcode.create({
      action_name: 'QR_LIMIT_STR_SCENE',
      action_info: { scene: { scene_str: '门店' } },
    });
    const { media_id } = await mp.media.upload({ type: 'image', media: png });
    expect((await mp.media.get({ media_id })).bytes).toEqual(Buffer.from(png.content));
    await mp.media.uploadImage({ media: png });

    const code = simulator.users.authorize(appId, follower, 'snsapi_userinfo');
    const visitor = await mp.oauth.token({
      appid: appId,
      secret: appSecret,
      code,
      grant_type: 'authorization_code',
    });
    const access = { access_token: visitor.access_token, openid: visitor.openid };
    await mp.oauth.check(access);
    await mp.oauth.userInfo(access);
    await mp.oauth.refresh({
      appid: appId,
      grant_type: 'refresh_token',
      refresh_token: visitor.refresh_token ?? '',
    });

    await mp.call(ticketEndpoints.get, { type: 'jsapi' });
    await mp.call(tokenEndpoints.get, { grant_type: 'client_credential', appid: appId, secret: appSecret });
    await mp.quota.get({ cgi_path: '/cgi-bin/message/template/send' });
    await mp.quota.clear({ cgi_path: '/cgi-bin/message/template/send' });
    await mp.quota.clearAll({ appid: appId });
    await mp.quota.clearAllWithSecret({ appid: appId, appsecret: appSecret });
    const refused = await mp.template
      .send({ ...message(1), template_id: 'T', touser: openid(9) }, { requestId: 't9' })
      .catch((error: unknown) => error);
    expect(refused).toMatchObject({ errcode: 43004, rid: expect.stringMatching(/\w/) });
    await mp.quota.rid({ rid: String(Reflect.get(Object(refused), 'rid')) });

    const unvisited = mpEndpoints.filter(
      ({ name, path }) => !notSimulated.test(name) && simulator.hits(path) === 0,
    );
    expect(unvisited.map(({ name }) => name)).toEqual([]);
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
