import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { beijingTime } from '../../retry/platform-time.js';
import type { ScheduleEntry } from './tier-options.js';
import { TierSchedule } from './tier-schedule.js';

const hostZone = process.env.TZ;
afterEach(() => {
  if (hostZone === undefined) delete process.env.TZ;
  else process.env.TZ = hostZone;
});

function factorAt(moment: string, ...entries: readonly ScheduleEntry[]): number {
  return new TierSchedule(entries).factorAt(Date.parse(moment));
}

describe('TierSchedule', () => {
  it('is 1 where no entry fits', () => {
    expect(factorAt('2026-03-02T12:00:00+08:00')).toBe(1);
    expect(factorAt('2026-03-02T12:00:00+08:00', { hours: [0, 12], factor: 3 })).toBe(1);
  });

  it.each([
    ['08:59:59.999', 1],
    ['09:00:00.000', 2],
    ['17:59:59.999', 2],
    ['18:00:00.000', 1],
  ])('counts from the first hour to before the second: at %s it is %d', (time, factor) => {
    expect(factorAt(`2026-03-02T${time}+08:00`, { hours: [9, 18], factor: 2 })).toBe(factor);
  });

  it.each([
    ['21:59:59', 1],
    ['22:00:00', 4],
    ['23:59:59', 4],
    ['00:00:00', 4],
    ['05:59:59', 4],
    ['06:00:00', 1],
  ])('goes over midnight: at %s it is %d', (time, factor) => {
    expect(factorAt(`2026-03-02T${time}+08:00`, { hours: [22, 6], factor: 4 })).toBe(factor);
  });

  it('takes a night for a part of the day that it begins on', () => {
    const fridayNight: ScheduleEntry = { hours: [22, 6], days: ['fri'], factor: 4 };
    expect(factorAt('2026-03-06T23:00:00+08:00', fridayNight)).toBe(4);
    expect(factorAt('2026-03-07T05:00:00+08:00', fridayNight)).toBe(4);
    expect(factorAt('2026-03-06T05:00:00+08:00', fridayNight)).toBe(1);
    expect(factorAt('2026-03-07T23:00:00+08:00', fridayNight)).toBe(1);
  });

  it('lets the first entry that fits hold', () => {
    const entries: ScheduleEntry[] = [
      { days: ['sat', 'sun'], factor: 0.5 },
      { hours: [0, 24], factor: 2 },
    ];
    expect(factorAt('2026-03-07T12:00:00+08:00', ...entries)).toBe(0.5);
    expect(factorAt('2026-03-09T12:00:00+08:00', ...entries)).toBe(2);
  });

  it('changes with the hour, though it is worked out once in each', () => {
    const schedule = new TierSchedule([{ hours: [9, 10], factor: 2 }]);
    const nine = Date.parse('2026-03-02T09:00:00+08:00');
    const seen = [-1, 0, 3_599_999, 3_600_000].map((offsetMs) => schedule.factorAt(nine + offsetMs));
    expect(seen).toEqual([1, 2, 2, 1]);
  });

  it.each(['UTC', 'America/Los_Angeles', 'Asia/Kolkata'])(
    'goes by the hour and weekday of Beijing on a host in %s',
    (zone) => {
      process.env.TZ = zone;
      // Sunday evening in Greenwich is Monday morning in Beijing.
      const entry: ScheduleEntry = { hours: [6, 8], days: ['mon'], factor: 7 };
      expect(factorAt('2026-03-01T22:30:00Z', entry)).toBe(7);
      expect(factorAt('2026-03-02T07:00:00Z', entry)).toBe(1);
    },
  );
});

describe('beijingTime', () => {
  it('agrees with what the time zone data says of Shanghai', () => {
    const format = new Intl.DateTimeFormat('en-GB', {
      timeZone: 'Asia/Shanghai',
      weekday: 'short',
      hour: '2-digit',
      hourCycle: 'h23',
    });
    const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
    const moments = fc.date({
      min: new Date('1992-01-01'),
      max: new Date('2100-01-01'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(moments, (date) => {
        const parts = Object.fromEntries(format.formatToParts(date).map(({ type, value }) => [type, value]));
        const expected = { hour: Number(parts.hour), weekday: days.indexOf(parts.weekday ?? '') };
        expect(beijingTime(date.getTime())).toEqual(expected);
      }),
    );
  });
});
