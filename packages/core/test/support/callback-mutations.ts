import type { CallbackMode } from '../../src/callback/callback-options.js';
import type { CallbackPlatform } from '../../src/callback/callback-platform.js';
import type { CallbackRequest } from '../../src/callback/callback-request.js';
import {
  encrypt,
  encryptedPost,
  encryptRaw,
  get,
  jsonEnvelope,
  mpLike,
  otherKey,
  plainPost,
  post,
  sign,
  textJson,
  textXml,
  timestamp,
  token,
  wecomLike,
  wecomPost,
  xmlBoth,
  xmlEnvelope,
} from './genuine-callbacks.js';

/** Draws numbers that are the same in every run with the same seed. */
export class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** An integer from 0 to `sides` − 1. */
  roll(sides: number): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * sides);
  }

  pick<Item>(items: readonly Item[]): Item {
    const item = items[this.roll(items.length)];
    if (item === undefined) throw new RangeError('nothing to pick from');
    return item;
  }

  /** Ten digits that are no time near now, so that a timestamp and a nonce exchanged are stale. */
  nonce(): string {
    return String(1_000_000_000 + this.roll(600_000_000));
  }
}

/** How one kind of account is called. */
export interface Scene {
  readonly name: string;
  readonly platform: CallbackPlatform;
  readonly mode: CallbackMode;
  readonly check: 'open' | 'checkUrl';
  /** What the signatures of this scene rest on: without any of these a request is none. */
  readonly needed: readonly string[];
  make(dice: Dice, changes?: { readonly token?: string; readonly timestamp?: string }): Genuine;
  /** The same with a packet of the caller's own, signed as it should be. */
  seal?(encrypted: string, nonce: string): CallbackRequest;
}

export interface Genuine {
  readonly scene: Scene;
  readonly request: CallbackRequest;
  /** The ciphertext in the body. */
  readonly encrypted?: string;
}

type Wrap = (encrypted: string) => string;

function encryptedScene(name: string, mode: 'safe' | 'compatible', message: string, wrap: Wrap): Scene {
  const scene: Scene = {
    name,
    platform: mpLike,
    mode,
    check: 'open',
    needed: ['timestamp', 'nonce', 'msg_signature'],
    seal: (encrypted, nonce) => encryptedPost(encrypted, wrap(encrypted), { nonce }),
    make: (dice, changes) => {
      const encrypted = encrypt(message);
      const request = encryptedPost(encrypted, wrap(encrypted), { nonce: dice.nonce(), ...changes });
      return { scene, request, encrypted };
    },
  };
  return scene;
}

function wecomScene(name: string, message: string, wrap: Wrap): Scene {
  const scene: Scene = {
    name,
    platform: wecomLike,
    mode: 'safe',
    check: 'open',
    needed: ['timestamp', 'nonce', 'msg_signature'],
    seal: (encrypted, nonce) => wecomPost(encrypted, wrap(encrypted), { nonce }),
    make: (dice, changes) => {
      const encrypted = encrypt(message);
      const request = wecomPost(encrypted, wrap(encrypted), { nonce: dice.nonce(), ...changes });
      return { scene, request, encrypted };
    },
  };
  return scene;
}

function plainScene(name: string, message: string): Scene {
  const scene: Scene = {
    name,
    platform: mpLike,
    mode: 'plain',
    check: 'open',
    needed: ['signature', 'timestamp', 'nonce'],
    make: (dice, changes) => ({
      scene,
      request: plainPost(message, { nonce: dice.nonce(), ...changes }),
    }),
  };
  return scene;
}

function echoScene(): Scene {
  const scene: Scene = {
    name: 'address of an Official Account',
    platform: mpLike,
    mode: 'plain',
    check: 'checkUrl',
    needed: ['signature', 'timestamp', 'nonce'],
    make: (dice, changes) => {
      const of = { token, timestamp, nonce: dice.nonce(), ...changes };
      const signature = sign(of.token, of.timestamp, of.nonce);
      return {
        scene,
        request: get({ signature, timestamp: of.timestamp, nonce: of.nonce, echostr: dice.nonce() }),
      };
    },
  };
  return scene;
}

function decryptScene(): Scene {
  const address = (encrypted: string, of: { token: string; timestamp: string; nonce: string }) =>
    get({
      msg_signature: sign(of.token, of.timestamp, of.nonce, encrypted),
      timestamp: of.timestamp,
      nonce: of.nonce,
      echostr: encrypted,
    });
  const scene: Scene = {
    name: 'address of WeCom',
    platform: wecomLike,
    mode: 'safe',
    check: 'checkUrl',
    needed: ['msg_signature', 'timestamp', 'nonce', 'echostr'],
    seal: (encrypted, nonce) => address(encrypted, { token, timestamp, nonce }),
    make: (dice, changes) => ({
      scene,
      request: address(encrypt(dice.nonce()), { token, timestamp, nonce: dice.nonce(), ...changes }),
    }),
  };
  return scene;
}

const jsonBoth: Wrap = (encrypted) => textJson.replace(/}$/, `,"Encrypt":"${encrypted}"}`);
const small: Wrap = (encrypted) => JSON.stringify({ encrypt: encrypted });

export const scenes: readonly Scene[] = [
  plainScene('plain XML', textXml),
  plainScene('plain JSON', textJson),
  encryptedScene('compatible XML', 'compatible', textXml, (encrypted) => xmlBoth(textXml, encrypted)),
  encryptedScene('compatible JSON', 'compatible', textJson, jsonBoth),
  encryptedScene('safe XML', 'safe', textXml, xmlEnvelope),
  encryptedScene('safe JSON', 'safe', textJson, jsonEnvelope),
  wecomScene('WeCom XML', textXml, xmlEnvelope),
  wecomScene('WeCom robot', '{"msgid":"1"}', small),
  echoScene(),
  decryptScene(),
];

/** A request that nobody but an attacker, or a broken line, would send. */
export interface Mutation {
  readonly request: CallbackRequest;
  /** The gate that is asked, where it is not that of the scene. */
  readonly mode?: CallbackMode;
}

type Mutate = (genuine: Genuine, dice: Dice) => Mutation | undefined;

function valuesOf(request: CallbackRequest): URLSearchParams {
  return new URLSearchParams(request.url.slice(request.url.indexOf('?')));
}

function withValues(request: CallbackRequest, values: URLSearchParams): CallbackRequest {
  return { ...request, url: `/wechat?${values}` };
}

/** One to three bits of the text are other bits. */
function flipped(text: string, dice: Dice): string {
  const bytes = Buffer.from(text, 'latin1');
  const places = new Set(Array.from({ length: 1 + dice.roll(3) }, () => dice.roll(bytes.length * 7)));
  for (const place of places) {
    const at = Math.floor(place / 7);
    bytes[at] = (bytes[at] ?? 0) ^ (1 << (place % 7));
  }
  return bytes.toString('latin1');
}

const isPost = (genuine: Genuine) => genuine.scene.check === 'open';
const bytes = (text: string) => Buffer.from(text);
const doctype = '<!DOCTYPE xml [<!ENTITY x SYSTEM "file:///etc/passwd">]>';
const levels = 40;
const deepXml = '<a>'.repeat(levels) + '</a>'.repeat(levels);
const deepJson = `{"a":${'['.repeat(levels)}${']'.repeat(levels)}}`;
const long = [
  Buffer.alloc(262_145, '<'),
  Buffer.from(`<xml>${'<a/>'.repeat(100_000)}</xml>`),
  Buffer.from(`{"a":"${'x'.repeat(300_000)}"}`),
];
/** As long as a body may be, and as tedious to read as its author could make it. */
const tedious = ['<a/>', '<a b="c">', '<![CDATA[]]>', '&amp;', '{"a":', '[', '1,', '"",', '\u0001'].map(
  (part) => Buffer.from(`${/^["{[1]/.test(part) ? '{"a":[' : '<xml>'}${part.repeat(200_000 / part.length)}`),
);

/**
 * Each gives a request that differs from the genuine one in what is proved, or nothing where the scene has no such thing. Left
 * out, because they change nothing that is proved or read: the openid of the address, what stands beside `Encrypt`, echostr
 * of an Official Account, `signature` missing where there is `msg_signature`, and what is encrypted alone in compatible mode.
 * The body in plain mode is not proved by anything; `bodyChanges` are for it.
 */
export const mutations: Readonly<Record<string, Mutate>> = {
  flippedQuery: ({ scene, request }, dice) => {
    const values = valuesOf(request);
    const name = dice.pick(scene.needed);
    values.set(name, flipped(values.get(name) ?? '', dice));
    return { request: withValues(request, values) };
  },
  flippedCiphertext: ({ request, encrypted }, dice) => {
    if (encrypted === undefined) return undefined;
    const body = Buffer.from(request.body)
      .toString()
      .replace(encrypted, () => flipped(encrypted, dice));
    return { request: { ...request, body: bytes(body) } };
  },
  exchangedValues: ({ request }, dice) => {
    const values = valuesOf(request);
    const names = ['signature', 'msg_signature', 'timestamp', 'nonce'].filter((name) => values.has(name));
    const one = dice.pick(names);
    const other = dice.pick(names.filter((name) => name !== one));
    const [kept, moved] = [values.get(one) ?? '', values.get(other) ?? ''];
    values.set(one, moved);
    values.set(other, kept);
    return { request: withValues(request, values) };
  },
  oneSignatureTwice: ({ request }, dice) => {
    const values = valuesOf(request);
    if (!values.has('signature') || !values.has('msg_signature')) return undefined;
    const [from, to] = dice.roll(2) === 0 ? ['signature', 'msg_signature'] : ['msg_signature', 'signature'];
    values.set(to as string, values.get(from as string) ?? '');
    return { request: withValues(request, values) };
  },
  missingValue: ({ scene, request }, dice) => {
    const values = valuesOf(request);
    values.delete(dice.pick(scene.needed));
    return { request: withValues(request, values) };
  },
  repeatedValue: ({ scene, request }, dice) => {
    const values = valuesOf(request);
    const name = dice.pick(scene.needed);
    values.append(name, dice.roll(2) === 0 ? (values.get(name) ?? '') : 'x');
    return { request: withValues(request, values) };
  },
  cutAddress: ({ scene, request }, dice) => {
    const end = Math.max(...scene.needed.map((name) => request.url.indexOf(`${name}=`) + name.length + 1));
    return { request: { ...request, url: request.url.slice(0, dice.roll(end)) } };
  },
  otherTime: ({ scene }, dice) => {
    const away = 301 + dice.roll(100_000_000);
    const at = Number(timestamp) + (dice.roll(2) === 0 ? away : -away);
    return { request: scene.make(dice, { timestamp: String(at) }).request };
  },
  oddTime: ({ scene }, dice) => {
    const odd = [`0${timestamp}`, `${timestamp}.0`, `+${timestamp}`, `${timestamp}000`, '1e9', 'NaN', ''];
    return { request: scene.make(dice, { timestamp: dice.pick(odd) }).request };
  },
  otherToken: ({ scene }, dice) => ({ request: scene.make(dice, { token: `X${dice.nonce()}` }).request }),
  otherKey: ({ scene }, dice) => {
    const request = scene.seal?.(encrypt(textXml, { encodingAesKey: otherKey }), dice.nonce());
    return request && { request };
  },
  otherReceiver: ({ scene }, dice) => {
    const receiveId = dice.pick(['', 'wx0000000000000002', 'wx000000000000000', 'WX0000000000000001']);
    const request = scene.seal?.(encrypt(textXml, { receiveId }), dice.nonce());
    return request && { request };
  },
  brokenPacket: ({ scene }, dice) => {
    const wrong = [
      () => encrypt(textXml, { length: 1 + Buffer.byteLength(textXml) + dice.roll(2 ** 31) }),
      () =>
        encrypt(textXml, { padding: Buffer.alloc(32 - ((20 + Buffer.byteLength(textXml) + 18) % 32), 33) }),
      () => encryptRaw(Buffer.alloc(32 * (1 + dice.roll(8)), dice.roll(256))),
      () => encrypt(textXml).slice(0, -4 * (1 + dice.roll(8))),
    ];
    const request = scene.seal?.(dice.pick(wrong)(), dice.nonce());
    return request && { request };
  },
  wrongMode: ({ scene, request }, dice) => {
    if (!isPost({ scene, request }) || scene.platform !== mpLike) return undefined;
    if (scene.mode === 'plain') return { request, mode: dice.pick(['safe', 'compatible']) };
    return { request, mode: scene.mode === 'safe' ? 'plain' : dice.pick(['plain', 'safe']) };
  },
  otherEncryptType: ({ scene, request }, dice) => {
    const values = valuesOf(request);
    if (!isPost({ scene, request })) return undefined;
    values.set('encrypt_type', scene.mode === 'plain' ? 'aes' : dice.pick(['raw', '', 'AES', 'none']));
    return { request: withValues(request, values) };
  },
  ciphertextOfAnother: (genuine, dice) => {
    const other = genuine.scene.make(dice);
    if (other.encrypted === undefined) return undefined;
    return { request: { ...genuine.request, body: other.request.body } };
  },
  otherMethod: ({ request }, dice) => {
    const methods = ['GET', 'POST', 'PUT', 'HEAD', 'post', ''].filter((name) => name !== request.method);
    return { request: { ...request, method: dice.pick(methods) } };
  },
  cutBody: (genuine, dice) => {
    if (!isPost(genuine)) return undefined;
    const { request } = genuine;
    return { request: { ...request, body: request.body.subarray(0, dice.roll(request.body.length)) } };
  },
  longBody: (genuine, dice) =>
    isPost(genuine) ? { request: { ...genuine.request, body: dice.pick(long) } } : undefined,
  tediousBody: (genuine, dice) =>
    isPost(genuine) && dice.roll(50) === 0
      ? { request: { ...genuine.request, body: dice.pick(tedious) } }
      : undefined,
  documentType: (genuine) =>
    isPost(genuine)
      ? { request: { ...genuine.request, body: Buffer.concat([bytes(doctype), genuine.request.body]) } }
      : undefined,
  documentTypeWithin: ({ scene }, dice) => {
    const request =
      scene.check === 'open' ? scene.seal?.(encrypt(doctype + textXml), dice.nonce()) : undefined;
    return request && { request };
  },
  deepBody: (genuine, dice) =>
    isPost(genuine)
      ? { request: { ...genuine.request, body: bytes(dice.pick([deepXml, deepJson])) } }
      : undefined,
  deepWithin: ({ scene }, dice) => {
    const encrypted = () => encrypt(dice.pick([deepXml, deepJson]));
    const request = scene.check === 'open' ? scene.seal?.(encrypted(), dice.nonce()) : undefined;
    return request && { request };
  },
  noise: (genuine, dice) => {
    if (!isPost(genuine)) return undefined;
    const body = Buffer.from(Array.from({ length: dice.roll(200) }, () => dice.roll(256)));
    return { request: { ...genuine.request, body } };
  },
  nobody: (genuine, dice) =>
    isPost(genuine) ? { request: post({ a: String(dice.roll(9)) }, textXml) } : undefined,
};

/** Bits flipped anywhere in the body. */
export function withFlippedBody({ request }: Genuine, dice: Dice): CallbackRequest {
  const body = Buffer.from(request.body);
  for (let flips = 1 + dice.roll(3); flips > 0; flips -= 1) {
    const at = dice.roll(body.length);
    body[at] = (body[at] ?? 0) ^ (1 << dice.roll(8));
  }
  return { ...request, body };
}
