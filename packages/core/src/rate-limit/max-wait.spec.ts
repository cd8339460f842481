import { describe, expect, it } from 'vitest';
import { gather, manual, read } from '../../test/support/limiter-bench.js';
import { Deadline } from '../retry/deadline.js';

const fourSent = async () => {
  const made = manual();
  for (let send = 0; send < 4; send += 1) await made.use();
  return made;
};

describe('maxWaitMs in the limiter', () => {
  it('ends a call at once whose wait is known to last longer', async () => {
    const { call, limiter } = await fourSent();
    await expect(call({ maxWaitMs: 60_000 })).rejects.toMatchObject({
      code: 'RATE_LIMITED',
      scope: 'recipient',
      retryAfterMs: 60_001,
    });
    expect(limiter.waiting).toBe(0);
  });

  it('lets a call wait that is short enough', async () => {
    const { clock, use } = await fourSent();
    const moments = gather([use({ maxWaitMs: 60_100 })]);
    await clock.advance(60_001);
    expect(moments).toEqual([60_001]);
  });

  it('ends a wait that turns out longer, and leaves the place in line', async () => {
    const { clock, call, limiter } = manual({
      limits: { perRecipient: false, endpoints: { 'user.info': { concurrency: 1 } } },
    });
    const first = await call(read);
    const error = call({ ...read, maxWaitMs: 500 }).catch((reason: unknown) => reason);
    const patient = gather([call(read).then(() => clock.monotonic())]);
    await clock.advance(500);
    expect(await error).toMatchObject({ code: 'RATE_LIMITED', scope: 'endpoint' });
    expect(limiter.waiting).toBe(1);
    first.release();
    await clock.advance(300);
    expect(patient).toHaveLength(1);
  });

  it('ends those in line at once when their door turns out to stay shut for longer', async () => {
    const { clock, call, limiter } = manual({ limits: { adaptive: false } });
    const close = (forMs: number) =>
      limiter.limitHit({ scope: 'endpoint', endpoint: 'template.send', closure: { forMs } });
    await close(1000);
    const error = call({ maxWaitMs: 2000 }).catch((reason: unknown) => reason);
    await clock.advance(500);
    await close(30_000);
    await clock.advance(1);
    expect(await error).toMatchObject({ code: 'RATE_LIMITED', retryAfterMs: 30_000 });
  });

  it('counts the whole wait, not each door by itself', async () => {
    const { clock, call, limiter } = manual({ limits: { adaptive: false } });
    const close = (scope: 'endpoint' | 'gateway', forMs: number) =>
      limiter.limitHit({ scope, endpoint: 'template.send', closure: { forMs } });
    await close('endpoint', 800);
    const error = call({ maxWaitMs: 1000 }).catch((reason: unknown) => reason);
    await clock.advance(700);
    await close('gateway', 900);
    await clock.advance(300);
    expect(await error).toMatchObject({ code: 'RATE_LIMITED', scope: 'gateway' });
  });

  it('calls the end of the deadline a limit, and no abort, whichever of its timers comes first', async () => {
    const { clock, call, limiter } = manual({
      limits: { perRecipient: false, endpoints: { 'user.info': { concurrency: 1 } } },
    });
    await call(read);
    const deadline = new Deadline(500, undefined, clock);
    const names = { callId: 'c2', requestId: undefined };
    const beforeWait = () => clock.sleep(500);
    const second = limiter.admit({ ...read, ...names, weight: 1, onLimit: 'wait', deadline, beforeWait });
    const error = second.catch((reason: unknown) => reason);
    await clock.advance(1);
    // Another wait of the same call had it made.
    expect(deadline.signal.aborted).toBe(false);
    await clock.advance(499);
    expect(await error).toMatchObject({ code: 'RATE_LIMITED' });
    deadline.dispose();
  });

  it('keeps no timer once the call is through, and none for calls that need not wait', async () => {
    const { clock, call, use } = await fourSent();
    await call({ recipient: 'other', maxWaitMs: 60_100 });
    expect(clock.sleeping).toBe(0);
    gather([use({ maxWaitMs: 90_000, deadlineMs: 60_500 })]);
    await clock.advance(60_001);
    expect(clock.sleeping).toBe(0);
  });
});
