import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

const RANDOM_BYTES = 16;
const LENGTH_BYTES = 4;
const BLOCK_BYTES = 32;

/** SHA-1 over the parts in the order of their bytes, as every signature of callbacks is made. */
export function signatureOf(...parts: readonly string[]): string {
  const sorted = parts.map((part) => Buffer.from(part)).sort(Buffer.compare);
  return createHash('sha1').update(Buffer.concat(sorted)).digest('hex');
}

export interface Packet {
  readonly text: string;
  readonly receiveId: string;
}

/**
 * Encrypts a message: 16 random bytes, its length, itself, the receive id; AES-256-CBC, padded to blocks of 32 bytes.
 * @param random for tests that need the same bytes every time
 */
export function sealPacket({ text, receiveId }: Packet, encodingAesKey: string, random?: Buffer): string {
  const message = Buffer.from(text);
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32BE(message.length);
  const parts = [random ?? randomBytes(RANDOM_BYTES), length, message, Buffer.from(receiveId)];
  const plain = padded(Buffer.concat(parts));
  const key = keyOf(encodingAesKey);
  const cipher = createCipheriv('aes-256-cbc', key, key.subarray(0, 16)).setAutoPadding(false);
  return Buffer.concat([cipher.update(plain), cipher.final()]).toString('base64');
}

/** @throws Error where the text was not encrypted with this key */
export function openPacket(encrypted: string, encodingAesKey: string): Packet {
  const key = keyOf(encodingAesKey);
  const decipher = createDecipheriv('aes-256-cbc', key, key.subarray(0, 16)).setAutoPadding(false);
  const plain = Buffer.concat([decipher.update(Buffer.from(encrypted, 'base64')), decipher.final()]);
  const packet = plain.subarray(0, plain.length - (plain.at(-1) ?? 0));
  const start = RANDOM_BYTES + LENGTH_BYTES;
  if (packet.length < start) throw new RangeError('the packet is too short');
  const end = start + packet.readUInt32BE(RANDOM_BYTES);
  if (end > packet.length) throw new RangeError('the packet names a length that it does not have');
  return { text: packet.toString('utf8', start, end), receiveId: packet.toString('utf8', end) };
}

function keyOf(encodingAesKey: string): Buffer {
  return Buffer.from(`${encodingAesKey}=`, 'base64');
}

function padded(bytes: Buffer): Buffer {
  const pad = BLOCK_BYTES - (bytes.length % BLOCK_BYTES);
  return Buffer.concat([bytes, Buffer.alloc(pad, pad)]);
}
