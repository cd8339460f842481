import { constants, createPrivateKey, sign, verify } from 'node:crypto';
import { type AnswerVerifierOption, publicKeyOf, type RequestSignerOption } from './api-signature-options.js';

export type RequestSigner = Extract<RequestSignerOption, { sign: unknown }>;
export type AnswerVerifier = Extract<AnswerVerifierOption, { verify: unknown }>;

const padding = constants.RSA_PKCS1_PSS_PADDING;

/** RSAwithSHA256, which is RSASSA-PSS with a salt of 32 bytes here, or what the user brings. */
export function requestSignerOf(option: RequestSignerOption): RequestSigner {
  if ('sign' in option) return option;
  const key = createPrivateKey(option.privateKey);
  return { sign: (text) => sign('sha256', text, { key, padding, saltLength: 32 }) };
}

export function answerVerifierOf(option: AnswerVerifierOption): AnswerVerifier {
  if ('verify' in option) return option;
  const key = publicKeyOf(option.certificate);
  // The page names no length for the answers' salt, so any is taken.
  const saltLength = constants.RSA_PSS_SALTLEN_AUTO;
  return {
    sn: option.sn,
    verify: (text, signature) => verify('sha256', text, { key, padding, saltLength }, signature),
  };
}
