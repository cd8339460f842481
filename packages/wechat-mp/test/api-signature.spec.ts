import {
  constants,
  createCipheriv,
  createDecipheriv,
  createPublicKey,
  generateKeyPairSync,
  randomBytes,
  sign,
  verify,
} from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Simulator, startSimulator } from '@wetempo/simulator';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isWechatErrorOf, WechatMp } from '../src/index.js';
import { appId, appSecret } from './fixtures.js';

// The platform's side of the scheme, written from its guide and not from our own code.
const symmetric = randomBytes(32);
const [ours, platforms] = [keyPair(), keyPair()];
const openid = 'oTEST000000000000000000001';
const padding = constants.RSA_PKCS1_PSS_PADDING;

function keyPair() {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const pem = (key: typeof privateKey, type: 'pkcs8' | 'spki') =>
    String(key.export({ type: type as 'pkcs8', format: 'pem' }));
  return { privateKey: pem(privateKey, 'pkcs8'), publicKey: pem(publicKey, 'spki') };
}

interface Exchange {
  readonly path: string;
  readonly isSealed: boolean;
  readonly plain: string;
  readonly sent: string;
}

/** Stands before the simulator as the platform's own gate does. */
async function startGate(simulator: Simulator, exchanges: Exchange[], forge: (text: string) => string) {
  const server: Server = createServer(async (request, response) => {
    const sent = Buffer.concat(await request.toArray()).toString();
    const url = new URL(request.url ?? '/', simulator.url);
    const isSealed = request.headers['wechatmp-signature'] !== undefined;
    const place = `https://api.weixin.qq.com${url.pathname}`;
    const plain = isSealed ? opened(place, request.headers, sent) : sent;
    exchanges.push({ path: url.pathname, isSealed, plain, sent });
    const answer = await fetch(url, { method: request.method ?? 'POST', ...(plain && { body: plain }) });
    const text = await answer.text();
    if (!isSealed) return void response.end(text);
    const { headers, body } = sealed(place, text);
    response.writeHead(200, headers).end(forge(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

function opened(place: string, headers: IncomingHttpHeaders, body: string): string {
  const timestamp = String(headers['wechatmp-timestamp']);
  const text = [place, headers['wechatmp-appid'], timestamp, body].join('\n');
  const key = { key: createPublicKey(ours.publicKey), padding, saltLength: 32 };
  const signature = Buffer.from(String(headers['wechatmp-signature']), 'base64');
  if (!verify('sha256', Buffer.from(text), key, signature)) throw new Error('signature wrong');
  const { iv, data, authtag } = JSON.parse(body);
  const decipher = createDecipheriv('aes-256-gcm', symmetric, Buffer.from(iv, 'base64'));
  decipher.setAAD(Buffer.from([place, appId, timestamp, 'SYM1'].join('|')));
  decipher.setAuthTag(Buffer.from(authtag, 'base64'));
  const plain = decipher.update(data, 'base64', 'utf8') + decipher.final('utf8');
  const { _n, _appid, _timestamp, ...fields } = JSON.parse(plain);
  if (_appid !== appId || String(_timestamp) !== timestamp || _n === undefined)
    throw new Error('fields wrong');
  return JSON.stringify(fields);
}

function sealed(place: string, text: string) {
  const timestamp = Math.floor(Date.now() / 1000);
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', symmetric, iv);
  cipher.setAAD(Buffer.from([place, appId, timestamp, 'SYM1'].join('|')));
  const own = `{"_n":"x","_appid":"${appId}","_timestamp":${timestamp},${text.slice(1)}`;
  const data = cipher.update(own, 'utf8', 'base64') + cipher.final('base64');
  const body = JSON.stringify({
    iv: iv.toString('base64'),
    data,
    authtag: cipher.getAuthTag().toString('base64'),
  });
  const signature = sign('sha256', Buffer.from([place, appId, timestamp, body].join('\n')), {
    key: platforms.privateKey,
    padding,
    saltLength: 32,
  });
  const headers = {
    'Wechatmp-Appid': appId,
    'Wechatmp-TimeStamp': String(timestamp),
    'Wechatmp-Serial': 'CERT1',
    'Wechatmp-Signature': signature.toString('base64'),
  };
  return { headers, body };
}

describe('an account with the API signature switched on', () => {
  const message = { touser: openid, msgtype: 'text', text: { content: '测试' } } as const;
  let simulator: Simulator;
  let server: Server;
  let mp: WechatMp;
  let exchanges: Exchange[];
  let forge: (text: string) => string;

  beforeEach(async () => {
    simulator = await startSimulator({ accounts: [{ appId, appSecret, replyWindow: 'open' }] });
    exchanges = [];
    forge = (text) => text;
    const gate = await startGate(simulator, exchanges, (text) => forge(text));
    server = gate.server;
    mp = new WechatMp({
      appId,
      appSecret,
      baseUrl: gate.url,
      sendStore: 'memory',
      apiSignature: {
        encryption: { sn: 'SYM1', key: symmetric.toString('base64') },
        signing: { privateKey: ours.privateKey },
        platform: { sn: 'CERT1', certificate: platforms.publicKey },
      },
    });
  });

  afterEach(async () => {
    await mp.close();
    server.closeAllConnections();
    server.close();
    await simulator.close();
  });

  it('encrypts and signs the calls that take part, and no others', async () => {
    await mp.customerMessage.send(message, { requestId: 'r1' });
    await mp.user.info({ openid });
    expect(simulator.deliveredTo(openid)).toHaveLength(1);
    expect(exchanges.map(({ path, isSealed }) => [path, isSealed])).toEqual([
      ['/cgi-bin/stable_token', false],
      ['/cgi-bin/message/custom/send', true],
      ['/cgi-bin/user/info', false],
    ]);
    expect(exchanges[1]?.sent).not.toMatch(/touser|测试/);
    expect(JSON.parse(exchanges[1]?.plain ?? '')).toMatchObject(message);
  });

  it("reads the platform's refusals through it, and renews a token that was refused", async () => {
    await expect(mp.quota.get({ cgi_path: '/nowhere' })).rejects.toMatchObject({ code: 'API_ERROR' });
    simulator.tokens.revoke(appId);
    await mp.customerMessage.send(message, { requestId: 'r2' });
    const sends = exchanges.filter(({ path }) => path === '/cgi-bin/message/custom/send');
    expect(new Set(sends.map(({ sent }) => sent)).size).toBe(2);
    expect(new Set(sends.map(({ plain }) => plain)).size).toBe(1);
  });

  it('takes a message whose answer was tampered with for one of unknown fate, and does not send it again', async () => {
    forge = (text) => text.replace(/"data":"..../, '"data":"AAAA');
    const send = () => mp.customerMessage.send(message, { requestId: 'r3' }).catch((error: unknown) => error);
    const [first, second] = [await send(), await send()];
    expect(isWechatErrorOf(first, 'OUTCOME_UNKNOWN') || isWechatErrorOf(first, 'RESPONSE')).toBe(true);
    expect(isWechatErrorOf(second, 'OUTCOME_UNKNOWN')).toBe(true);
    expect(simulator.deliveredTo(openid)).toHaveLength(1);
  });
});

describe('the option apiSignature of WechatMp', () => {
  it('is checked at construction, and its keys are in no error', () => {
    const key = randomBytes(16).toString('base64');
    const wrong = {
      encryption: { sn: 'SYM1', key },
      signing: { privateKey: ours.privateKey },
      platform: { sn: 'CERT1', certificate: platforms.publicKey },
    };
    const make = () => new WechatMp({ appId, appSecret, apiSignature: wrong });
    expect(make).toThrow(/apiSignature\.encryption\.key/);
    expect(make).not.toThrow(new RegExp(key.slice(0, 8).replace(/[+/]/g, '.')));
  });
});
