import { randomBytes } from 'node:crypto';
import type { CallbackFormat } from '../callback-content.js';
import type { CallbackAnswer } from '../callback-request.js';
import { sealPacket } from './aes-packet.js';
import { type Envelope, writeEnvelope } from './envelope.js';
import type { GateSettings } from './gate-settings.js';
import type { OpenedPacket } from './packet-opener.js';
import { signatureOf } from './signature.js';

const contentTypes = {
  xml: 'application/xml; charset=utf-8',
  json: 'application/json; charset=utf-8',
} as const;
const plainText = 'text/plain; charset=utf-8';

/** The answer with the body as it is; its first character says what it is. */
export function passThrough(body: string): CallbackAnswer {
  const format: CallbackFormat | undefined = body.startsWith('<')
    ? 'xml'
    : body.startsWith('{')
      ? 'json'
      : undefined;
  return { status: 200, contentType: format === undefined ? plainText : contentTypes[format], body };
}

/** The answer in an envelope like the request's, under a timestamp and a nonce of its own. */
export function sealReply(
  body: string,
  opened: Pick<OpenedPacket, 'key' | 'receiveId'>,
  asked: Pick<Envelope, 'format' | 'spelling'>,
  { token, clock }: Pick<GateSettings, 'token' | 'clock'>,
): CallbackAnswer {
  const encrypted = sealPacket({ message: Buffer.from(body), receiveId: opened.receiveId }, opened.key);
  const timestamp = String(Math.floor(clock.now() / 1000));
  const nonce = randomBytes(8).toString('hex');
  const signature = signatureOf([token, timestamp, nonce, encrypted]);
  const envelope = writeEnvelope({ encrypted, signature, timestamp, nonce }, asked);
  return { status: 200, contentType: contentTypes[asked.format], body: envelope };
}
