export type { CallerBounds } from './bounded-wait.js';
export { type CredentialParts, credentialKey, secretHash } from './credential-key.js';
export type { CredentialOptions } from './credential-options.js';
export {
  type CredentialSource,
  type ExternalToken,
  externalSource,
  type FetchedCredential,
  type FetchRequest,
  type RefusalScope,
} from './credential-source.js';
export { MemoryTokenLock } from './memory-token-lock.js';
export { MemoryTokenStore } from './memory-token-store.js';
export { openProcessTokens, type TokenBackend } from './process-tokens.js';
export { RedisTokenStore } from './redis-token-store.js';
export { RedlockTokenLock, type RedlockTokenLockOptions } from './redlock-token-lock.js';
export { type CredentialHealth, SharedCredential, type SharedCredentialParts } from './shared-credential.js';
export type {
  ForceAnswer,
  LockAnswer,
  StoredToken,
  TokenLock,
  TokenStore,
  TokenWrite,
  WriteAnswer,
} from './token-store.js';
