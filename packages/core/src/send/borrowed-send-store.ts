import type { SendStore } from './send-store.js';

/** A store that whoever made it closes: other clients may use it as well. */
export function borrowed(store: SendStore): SendStore {
  return {
    claim: (request) => store.claim(request),
    begin: (lease, leaseMs) => store.begin(lease, leaseMs),
    defer: (lease, leaseMs, fate) => store.defer(lease, leaseMs, fate),
    release: (lease, fate) => store.release(lease, fate),
    settle: (request) => store.settle(request),
    find: (key) => store.find(key),
    listPending: (query) => store.listPending(query),
    listUnknown: (query) => store.listUnknown(query),
    resolveUnknown: (key, settlement) => store.resolveUnknown(key, settlement),
    count: (account) => store.count(account),
    acceptLoss: async (account) => (await store.acceptLoss?.(account)) ?? false,
    close: async () => undefined,
  };
}
