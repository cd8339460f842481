import { createCipheriv, createDecipheriv } from 'node:crypto';
import type { BodyCipherOption, SealedBytes } from './api-signature-options.js';

export type BodyCipher = Extract<BodyCipherOption, { seal: unknown }>;

const tagBytes = 16;

/** AES256_GCM by its key, or what the user brings. */
export function bodyCipherOf(option: BodyCipherOption): BodyCipher {
  if ('seal' in option) return option;
  const key = Buffer.from(option.key, 'base64');
  return {
    sn: option.sn,
    seal: (plain, iv, additional) => {
      const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: tagBytes }).setAAD(additional);
      const data = Buffer.concat([cipher.update(plain), cipher.final()]);
      return { data, authtag: cipher.getAuthTag() };
    },
    open: ({ data, authtag }: SealedBytes, iv, additional) => {
      const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: tagBytes });
      decipher.setAAD(additional).setAuthTag(authtag);
      return Buffer.concat([decipher.update(data), decipher.final()]);
    },
  };
}
