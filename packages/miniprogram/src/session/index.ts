export {
  decryptUserData,
  type EncryptedUserData,
  type UserData,
  type UserDataWatermark,
} from './decrypt-user-data.js';
export { type SessionOf, sessionProofOf, sessionSignature } from './session-signature.js';
export { checkUserDataSignature, type SignedUserData } from './user-data-signature.js';
