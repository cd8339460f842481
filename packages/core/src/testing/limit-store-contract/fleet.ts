import assert from 'node:assert/strict';
import type { CallCount, FleetReport, LimitStore } from '../../rate-limit/limit-store.js';
import type { StoreHarness } from '../contract-runner.js';
import { account } from './requests.js';

type Check = (name: string, body: (harness: StoreHarness<LimitStore>) => Promise<void>) => void;

const tenCalls: CallCount = { endpoint: 'a.b', calls: 10, limited: 2, failed: 1, durationMs: 500 };

function report(fields: Partial<FleetReport> = {}): FleetReport {
  return { processId: 'p1', counts: [], notes: [], ...fields };
}

function sum(entries: readonly Omit<CallCount, 'endpoint'>[]) {
  const total = { calls: 0, limited: 0, failed: 0, durationMs: 0 };
  for (const entry of entries) {
    total.calls += entry.calls;
    total.limited += entry.limited;
    total.failed += entry.failed;
    total.durationMs += entry.durationMs;
  }
  return total;
}

/** What every store must do with what processes tell each other. */
export function fleetContract(check: Check): void {
  check('gives every process of the fleet a rank of its own', async ({ store }) => {
    const alone = await store.report(account, report({ processId: 'm' }));
    assert.deepEqual([alone.processes, alone.rank], [1, 0]);
    await store.report(account, report({ processId: 'z' }));
    await store.report(account, report({ processId: 'a' }));
    for (const [rank, processId] of ['a', 'm', 'z'].entries()) {
      const view = await store.report(account, report({ processId }));
      assert.deepEqual([view.processes, view.rank], [3, rank]);
    }
    const elsewhere = await store.report('wx0000000000000002', report());
    assert.equal(elsewhere.processes, 1);
  });

  check('adds up what processes have counted, by endpoint and over all', async ({ store }) => {
    await store.report(account, report({ counts: [tenCalls, { ...tenCalls, endpoint: 'c.d', calls: 5 }] }));
    const view = await store.report(account, report({ processId: 'p2', counts: [tenCalls] }));
    assert.deepEqual(sum(view.recent), { calls: 25, limited: 6, failed: 3, durationMs: 1500 });
    const line = await store.timeLine(account, 'a.b');
    assert.deepEqual(sum(line), { calls: 20, limited: 4, failed: 2, durationMs: 1000 });
    assert.ok(line.every(({ startsAt }) => startsAt % 10_000 === 0));
    assert.deepEqual(sum(await store.timeLine(account, 'c.d')).calls, 5);
    assert.deepEqual(await store.timeLine(account, 'never.called'), []);
    assert.ok((view.recent.at(-1)?.startsAt ?? 0) >= (line.at(-1)?.startsAt ?? 1));
  });

  check('a report without calls leaves no stretch behind', async ({ store }) => {
    assert.deepEqual((await store.report(account, report())).recent, []);
  });

  check('passes notes on until they expire or are taken away', async ({ store, advance }) => {
    const note = { key: 'quota:a.b', text: '{"remaining":3}', ttlMs: 60_000 };
    await store.report(account, report({ notes: [note, { key: 'short', text: '"s"', ttlMs: 200 }] }));
    const view = await store.report(account, report({ processId: 'p2' }));
    assert.deepEqual([...view.notes].toSorted(), [
      ['quota:a.b', '{"remaining":3}'],
      ['short', '"s"'],
    ]);
    await advance(250);
    assert.deepEqual([...(await store.report(account, report())).notes], [['quota:a.b', note.text]]);
    const newer = { ...note, text: '{"remaining":2}' };
    const renewed = await store.report(account, report({ notes: [newer] }));
    assert.equal(renewed.notes.get('quota:a.b'), newer.text);
    const cleared = await store.report(account, report({ notes: [{ ...note, text: undefined }] }));
    assert.equal(cleared.notes.size, 0);
  });
}
