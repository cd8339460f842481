import { createCipheriv, createHash, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CallbackReceiver, CallbackRequest } from '@wetempo/core/callback';
import { onTestFinished } from 'vitest';

export const callbackToken = 'TOKENfortests';
export const encodingAesKey = 'abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG';

/** Starts a plain server with nothing but the receiver, and closes both when the test ends. Answers its address. */
export async function serveCallbacks(
  receiver: Pick<CallbackReceiver, 'requestHandler' | 'close'>,
): Promise<string> {
  const server = createServer(receiver.requestHandler());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await receiver.close(0);
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`;
}

/** A genuine encrypted request, as the platform would send it now. */
export function sealedRequest(
  text: string,
  { receiveId, name = 'Encrypt' }: { receiveId: string; name?: 'Encrypt' | 'encrypt' },
): CallbackRequest {
  const encrypted = sealed(text, receiveId);
  const timestamp = String(Math.floor(Date.now() / 1000));
  const nonce = randomBytes(8).toString('hex');
  const parts = [callbackToken, timestamp, nonce, encrypted].sort();
  const signature = createHash('sha1').update(parts.join('')).digest('hex');
  const isXml = text.startsWith('<');
  const body = isXml ? `<xml><${name}>${encrypted}</${name}></xml>` : JSON.stringify({ [name]: encrypted });
  return {
    method: 'POST',
    url: `/callback?msg_signature=${signature}&timestamp=${timestamp}&nonce=${nonce}`,
    body: Buffer.from(body),
  };
}

function sealed(text: string, receiveId: string): string {
  const key = Buffer.from(`${encodingAesKey}=`, 'base64');
  const length = Buffer.alloc(4);
  length.writeUInt32BE(Buffer.byteLength(text));
  const packet = Buffer.concat([randomBytes(16), length, Buffer.from(text), Buffer.from(receiveId)]);
  const padding = 32 - (packet.length % 32);
  const cipher = createCipheriv('aes-256-cbc', key, key.subarray(0, 16)).setAutoPadding(false);
  return Buffer.concat([
    cipher.update(packet),
    cipher.update(Buffer.alloc(padding, padding)),
    cipher.final(),
  ]).toString('base64');
}
