import { createHash } from 'node:crypto';
import type { CallbackFields } from '../callback-content.js';
import type { CallbackPlatform } from '../callback-platform.js';
import type { CallbackRequest } from '../callback-request.js';
import { type ReadContent, readContent } from '../content/read-content.js';
import { CallbackQuery } from './callback-query.js';
import { type Envelope, envelopeOf } from './envelope.js';
import type { GateSettings } from './gate-settings.js';
import type { OpenedCallback } from './opened-callback.js';
import { PacketOpener } from './packet-opener.js';
import { MethodRefusal, refusal } from './refusal.js';
import { passThrough, sealReply } from './reply-sealer.js';
import { RequestProof } from './request-proof.js';

/** Damaged characters become U+FFFD: a name that the platform cut in the middle of one is no reason to lose an event. */
const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * Lets in what the platform sent to this account just now, and nothing else. The mode comes from the settings; nothing in a
 * request can change how it is checked. What stands beside `Encrypt` is not signed, and nothing here reads it.
 */
export class CallbackGate {
  readonly #platform: CallbackPlatform;
  readonly #settings: GateSettings;
  readonly #opener: PacketOpener;

  constructor(platform: CallbackPlatform, settings: GateSettings) {
    this.#platform = platform;
    this.#settings = settings;
    this.#opener = new PacketOpener(settings);
  }

  /**
   * What the console's check of the address wants back, to the character: echostr itself, or what it holds.
   *
   * @throws {CallbackError}
   */
  checkUrl(request: CallbackRequest): string {
    checkMethod(request, 'GET');
    const query = new CallbackQuery(request.url);
    const proof = new RequestProof(this.#settings, query);
    const echo = query.require('echostr');
    if (this.#platform.urlCheck === 'echo') {
      proof.ofAddress();
      return echo;
    }
    // Something on the way may have taken a `+` for a blank; base64 has no blanks, so it can only have been one.
    const encrypted = echo.replaceAll(' ', '+');
    proof.ofEncrypted(encrypted);
    return utf8.decode(this.#opener.open(encrypted).message);
  }

  /** @throws {CallbackError} */
  open(request: CallbackRequest): OpenedCallback {
    checkMethod(request, 'POST');
    this.#checkBody(request.body);
    const query = new CallbackQuery(request.url);
    const proof = new RequestProof(this.#settings, query);
    const encryptType = query.find('encrypt_type');
    return this.#settings.mode === 'plain'
      ? this.#openPlain(request.body, proof, encryptType)
      : this.#openEncrypted(request.body, proof, encryptType);
  }

  #checkBody(body: Uint8Array): void {
    if (!(body instanceof Uint8Array)) throw refusal('request', 'The body must come as bytes.');
    const { maxBodyBytes } = this.#settings;
    if (body.length > maxBodyBytes)
      throw refusal('too-large', `The body has more than ${maxBodyBytes} bytes.`);
  }

  #openPlain(body: Uint8Array, proof: RequestProof, encryptType: string | undefined): OpenedCallback {
    const nonceKey = proof.ofAddress();
    if (encryptType !== undefined && encryptType !== 'raw')
      throw refusal('mode', 'It is encrypted, and this account is plain.');
    const read = readContent(utf8.decode(body));
    if (this.#envelope(read) !== undefined)
      throw refusal('mode', 'It is encrypted, and this account is plain.');
    return { ...this.#opened(read, body), nonceKey, seal: passThrough };
  }

  #openEncrypted(body: Uint8Array, proof: RequestProof, encryptType: string | undefined): OpenedCallback {
    proof.ofAddressIfAny();
    if (encryptType !== undefined && encryptType !== 'aes')
      throw refusal('mode', 'It is not encrypted, and this account is.');
    const outside = readContent(utf8.decode(body));
    const envelope = this.#envelope(outside);
    if (envelope === undefined) throw refusal('mode', 'It is not encrypted, and this account is.');
    if (this.#settings.mode === 'safe' && hasPlainHalf(outside.content))
      throw refusal('mode', 'It is plain beside what is encrypted, and this account is safe.');
    const nonceKey = proof.ofEncrypted(envelope.encrypted);
    const packet = this.#opener.open(envelope.encrypted);
    const read = readContent(utf8.decode(packet.message));
    const seal = (reply: string) => sealReply(reply, packet, envelope, this.#settings);
    return { ...this.#opened(read, packet.message), nonceKey, seal };
  }

  #envelope({ content, format }: ReadContent): Envelope | undefined {
    return envelopeOf(content, format, this.#platform.alwaysSafe);
  }

  #opened({ content, format }: ReadContent, verified: Uint8Array) {
    return {
      content: this.#platform.normalise?.(content) ?? content,
      format,
      bodyDigest: createHash('sha256').update(verified).digest('hex'),
    };
  }
}

function checkMethod({ method, url }: CallbackRequest, expected: 'GET' | 'POST'): void {
  if (method !== expected) throw new MethodRefusal(String(method), expected);
  if (typeof url !== 'string') throw refusal('request', 'The address must come as text.');
}

/** Envelopes name the receiver alone; what says which message it is belongs to a message. */
function hasPlainHalf(outside: CallbackFields): boolean {
  return Object.hasOwn(outside, 'MsgType') || Object.hasOwn(outside, 'InfoType');
}
