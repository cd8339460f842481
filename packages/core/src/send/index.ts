export { createSendStore, type SendStoreOption } from './create-send-store.js';
export { fingerprint } from './fingerprint.js';
export { MemorySendStore, type MemorySendStoreOptions } from './memory-send-store.js';
export { RedisSendStore, type RedisSendStoreOptions } from './redis-send-store.js';
export type { AcceptedReceipt, IdentifiedReceipt, SendReceipt } from './send-receipt.js';
export type {
  AttemptFate,
  ClaimAnswer,
  ClaimRequest,
  FailedRecord,
  PendingQuery,
  PendingRecord,
  SendDelivery,
  SendFailure,
  SendKey,
  SendLabels,
  SendLease,
  SendPage,
  SendQuery,
  SendRecord,
  SendResult,
  SendState,
  SendStore,
  SentRecord,
  Settlement,
  SettleRequest,
  UnknownPage,
  UnknownQuery,
  UnknownRecord,
} from './send-store.js';
export { SqliteSendStore, type SqliteSendStoreOptions } from './sqlite-send-store.js';
