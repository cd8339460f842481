export { credentialKey } from './credential-key.js';
export type { CredentialOptions } from './credential-options.js';
export type {
  CredentialSource,
  ExternalToken,
  FetchedCredential,
  FetchRequest,
} from './credential-source.js';
export { MemoryTokenLock } from './memory-token-lock.js';
export { MemoryTokenStore } from './memory-token-store.js';
export { RedisTokenStore } from './redis-token-store.js';
export { RedlockTokenLock } from './redlock-token-lock.js';
export { type CredentialHealth, SharedCredential } from './shared-credential.js';
export type { StoredToken, TokenLock, TokenStore, TokenWrite } from './token-store.js';
