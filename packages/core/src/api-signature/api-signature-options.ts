import { createPrivateKey, createPublicKey, X509Certificate } from 'node:crypto';
import { z } from 'zod';

/** What encrypts bodies: AES256_GCM by its key, or functions of your own, for example over an SM4_GCM of another library. */
export type BodyCipherOption =
  | {
      /** Number of the symmetric key in the console. */
      readonly sn: string;
      /** The key as the console shows it: base64 of 32 bytes. */
      readonly key: string;
    }
  | {
      readonly sn: string;
      seal(plain: Uint8Array, iv: Uint8Array, additional: Uint8Array): SealedBytes;
      /** Throws where the tag is not right. */
      open(sealed: SealedBytes, iv: Uint8Array, additional: Uint8Array): Uint8Array;
    };

export interface SealedBytes {
  readonly data: Uint8Array;
  /** 16 bytes. */
  readonly authtag: Uint8Array;
}

/** What signs requests: RSAwithSHA256 by its private key, or a function of your own, for example SM2withSM3. */
export type RequestSignerOption =
  | {
      /** PEM of the private key that was made in the console. */
      readonly privateKey: string;
    }
  | { sign(text: Uint8Array): Uint8Array };

/** What checks answers: the platform's certificate, or a function of your own. */
export type AnswerVerifierOption =
  | {
      /** Number of the platform certificate in the console; not the number within the certificate. */
      readonly sn: string;
      /** PEM of the certificate or of its public key. */
      readonly certificate: string;
    }
  | { readonly sn: string; verify(text: Uint8Array, signature: Uint8Array): boolean };

/**
 * Keys of 服务端 API 签名加密 (signature and encryption of server APIs), from the console under 开发管理 → 开发设置 → API 安全.
 * Endpoints that take part are then called with encrypted, signed bodies, and their answers are checked.
 */
export interface ApiSignatureOptions {
  readonly encryption: BodyCipherOption;
  readonly signing: RequestSignerOption;
  readonly platform: AnswerVerifierOption;
  /** Names of endpoints that take part. @default every declared endpoint whose page says so */
  readonly endpoints?: readonly string[] | undefined;
  /** How far the time of an answer may be from now. @default 300_000 */
  readonly maxSkewMs?: number | undefined;
}

const sn = z.string().min(1, 'must be the number that the console shows');
const callable = z.custom<never>((value) => typeof value === 'function', 'must be a function');

const encryption = z.union([
  z.strictObject({ sn, key: z.string().refine(isAesKey, 'must be base64 of 32 bytes') }),
  z.looseObject({ sn, seal: callable, open: callable }),
]);
const signing = z.union([
  z.strictObject({ privateKey: z.string().refine(isPrivateKey, 'must be the PEM of an RSA private key') }),
  z.looseObject({ sign: callable }),
]);
const platform = z.union([
  z.strictObject({
    sn,
    certificate: z.string().refine(isCertificate, 'must be the PEM of a certificate or of a public key'),
  }),
  z.looseObject({ sn, verify: callable }),
]);

/** The shape of the option `apiSignature`, for the platforms that have it. */
export const apiSignatureShape = z
  .strictObject({
    encryption,
    signing,
    platform,
    endpoints: z.array(z.string().min(1)).optional(),
    maxSkewMs: z.number().int().positive().max(86_400_000).optional(),
  })
  .optional();

function isAesKey(text: string): boolean {
  return /^[A-Za-z0-9+/]{43}=$/.test(text);
}

function isPrivateKey(pem: string): boolean {
  return isReadable(() => createPrivateKey(pem).asymmetricKeyType === 'rsa');
}

function isCertificate(pem: string): boolean {
  return isReadable(() => publicKeyOf(pem).asymmetricKeyType === 'rsa');
}

/** @throws where the text is neither a certificate nor a public key */
export function publicKeyOf(pem: string) {
  return pem.includes('CERTIFICATE') ? new X509Certificate(pem).publicKey : createPublicKey(pem);
}

function isReadable(read: () => boolean): boolean {
  try {
    return read();
  } catch {
    return false;
  }
}
