export { fingerprint } from './fingerprint.js';
export { MemorySendStore, type MemorySendStoreOptions } from './memory-send-store.js';
export { checkRequestId } from './request-id.js';
export type { SendReceipt } from './send-receipt.js';
export type {
  AttemptFate,
  ClaimAnswer,
  ClaimRequest,
  FailedRecord,
  PendingQuery,
  PendingRecord,
  SendFailure,
  SendKey,
  SendLease,
  SendRecord,
  SendRecordBase,
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
