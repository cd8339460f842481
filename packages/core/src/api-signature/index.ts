export { ApiSignature, type ApiSignatureParts, type CallSealer, withApiSignature } from './api-signature.js';
export {
  type AnswerVerifierOption,
  type ApiSignatureOptions,
  apiSignatureShape,
  type BodyCipherOption,
  type RequestSignerOption,
  type SealedBytes,
} from './api-signature-options.js';
