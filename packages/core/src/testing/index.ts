export { type CallbackInboxHarness, callbackInboxContract } from './callback-inbox-contract.js';
export {
  alwaysThrow,
  type Chaos,
  type ChaosCall,
  type ChaosTarget,
  delayed,
  failAfter,
  failBefore,
  withChaos,
} from './chaos.js';
export type { StoreHarness, TestRunner } from './contract-runner.js';
export { type LimitStoreHarness, limitStoreContract } from './limit-store-contract.js';
export { ManualClock } from './manual-clock.js';
export { type SendStoreHarness, sendStoreContract } from './send-store-contract.js';
export { type TokenStoreHarness, tokenStoreContract } from './token-store-contract.js';
