import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** What one ciphertext holds: 16 random bytes, the length of the message in 4, the message, and whom it is meant for. */
export interface AesPacket {
  readonly message: Buffer;
  readonly receiveId: string;
}

/** Pads to 32, not to the cipher's 16; the library's own padding would refuse what is longer than 16. */
const padBlock = 32;
const prefixBytes = 16;
const headerBytes = prefixBytes + 4;
const cipherBlock = 16;

/**
 * `undefined`: a wrong key or damaged data. Every length is checked against what is there before anything is cut out.
 *
 * @param encrypted base64, as it stood in the body
 */
export function openPacket(encrypted: string, key: Buffer): AesPacket | undefined {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(encrypted)) return undefined;
  const ciphertext = Buffer.from(encrypted, 'base64');
  if (ciphertext.length < padBlock || ciphertext.length % cipherBlock !== 0) return undefined;
  const decipher = createDecipheriv('aes-256-cbc', key, key.subarray(0, cipherBlock)).setAutoPadding(false);
  const plain = withoutPadding(Buffer.concat([decipher.update(ciphertext), decipher.final()]));
  if (plain === undefined || plain.length < headerBytes) return undefined;
  const end = headerBytes + plain.readUInt32BE(prefixBytes);
  if (end > plain.length) return undefined;
  return { message: plain.subarray(headerBytes, end), receiveId: plain.toString('utf8', end) };
}

/** Base64 of the packet. The length counts bytes. */
export function sealPacket(
  packet: AesPacket,
  key: Buffer,
  prefix: Buffer = randomBytes(prefixBytes),
): string {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(packet.message.length);
  const plain = withPadding(Buffer.concat([prefix, length, packet.message, Buffer.from(packet.receiveId)]));
  const cipher = createCipheriv('aes-256-cbc', key, key.subarray(0, cipherBlock)).setAutoPadding(false);
  return Buffer.concat([cipher.update(plain), cipher.final()]).toString('base64');
}

/** Every byte of the padding names its length, 1 to 32. */
function withoutPadding(padded: Buffer): Buffer | undefined {
  const length = padded.at(-1) ?? 0;
  if (length < 1 || length > padBlock || length > padded.length) return undefined;
  const end = padded.length - length;
  return padded.subarray(end).every((byte) => byte === length) ? padded.subarray(0, end) : undefined;
}

function withPadding(plain: Buffer): Buffer {
  const length = padBlock - (plain.length % padBlock);
  return Buffer.concat([plain, Buffer.alloc(length, length)]);
}
