import { describe, expect, it } from 'vitest';
import { TrafficLog } from './traffic-log.js';

function traffic(): TrafficLog {
  const log = new TrafficLog();
  for (const at of [100, 250, 1_990]) {
    log.arrived('/a', at);
    log.answered('/a', at, { status: 200, errcode: at < 1_000 ? 0 : 45009 });
  }
  log.arrived('/b', 260);
  log.answered('/b', 260, { status: 429 });
  log.delivered('/a', 100);
  return log;
}

describe('the traffic over time', () => {
  it('is counted by path', () => {
    expect(traffic().timeLine(1_000, '/a')).toEqual([
      { startsAt: 0, requests: 2, delivered: 1, answers: { 0: 2 } },
      { startsAt: 1_000, requests: 1, delivered: 0, answers: { 45009: 1 } },
    ]);
  });

  it('is put together from all paths, with answers that carry no errcode under their status', () => {
    expect(traffic().timeLine(2_000)).toEqual([
      { startsAt: 0, requests: 4, delivered: 1, answers: { 0: 2, 45009: 1, 'HTTP 429': 1 } },
    ]);
  });

  it('is as fine as a tenth of a second', () => {
    expect(
      traffic()
        .timeLine(1)
        .map(({ startsAt }) => startsAt),
    ).toEqual([100, 200, 1_900]);
  });

  it('is forgotten at a reset', () => {
    const log = traffic();
    log.clear();
    expect(log.timeLine(1_000)).toEqual([]);
  });
});
