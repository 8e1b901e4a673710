import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { latestDue, nextDue, type RefreshSchedule } from '../../../src/domain/chatbot/refresh-schedule.ts';

const at = (text: string) => Date.parse(`${text}Z`);
const shown = (time: number) => new Date(time).toISOString().slice(0, 16);

function following(schedule: RefreshSchedule, since: string, count: number): readonly string[] {
  const times: number[] = [];
  for (let place = 0; place < count; place += 1) times.push(nextDue(schedule, at(since), times.at(-1) ?? at(since)));
  return times.map(shown);
}

describe('A schedule', () => {
  it.each<[RefreshSchedule, readonly string[]]>([
    ['daily', ['2026-02-28T17:45', '2026-03-01T17:45', '2026-03-02T17:45']],
    ['weekly', ['2026-03-06T17:45', '2026-03-13T17:45', '2026-03-20T17:45']],
    ['monthly', ['2026-03-27T17:45', '2026-04-27T17:45', '2026-05-27T17:45']],
  ])('that is %s is due at the time of day it was set at', (schedule, times) => {
    expect(following(schedule, '2026-02-27T17:45', 3)).toEqual(times);
  });

  it('by months takes the last day of a month that is too short, and no later one for good', () => {
    expect(following('monthly', '2027-12-31T23:59', 4)).toEqual([
      '2028-01-31T23:59',
      '2028-02-29T23:59',
      '2028-03-31T23:59',
      '2028-04-30T23:59',
    ]);
    expect(following('monthly', '2026-01-30T00:00', 2)).toEqual(['2026-02-28T00:00', '2026-03-30T00:00']);
  });

  it('after a long pause is due once: at the last missed time', () => {
    const since = at('2026-01-31T08:00');
    expect(shown(latestDue('monthly', since, at('2026-05-30T07:59')))).toBe('2026-04-30T08:00');
    expect(shown(latestDue('daily', since, at('2026-02-04T07:59')))).toBe('2026-02-03T08:00');
    expect(shown(nextDue('daily', since, at('2026-02-03T08:00')))).toBe('2026-02-04T08:00');
    expect(latestDue('weekly', since, at('2026-02-07T07:59'))).toBe(since);
  });

  it('that was set by a clock that was ahead has due times before that', () => {
    const since = at('2026-03-31T08:00');
    expect(shown(latestDue('monthly', since, at('2026-03-31T07:59')))).toBe('2026-02-28T08:00');
    expect(shown(nextDue('monthly', since, at('2026-01-31T08:00')))).toBe('2026-02-28T08:00');
    expect(shown(latestDue('daily', since, at('2026-03-01T09:00')))).toBe('2026-03-01T08:00');
  });

  it('continues for ever, one due time after the other, none left out', () => {
    const time = fc.integer({ min: 0, max: at('2200-01-01T00:00') });
    const schedules = fc.constantFrom<RefreshSchedule>('daily', 'weekly', 'monthly');
    fc.assert(
      fc.property(schedules, time, time, (schedule, since, now) => {
        const next = nextDue(schedule, since, now);
        const latest = latestDue(schedule, since, now);
        expect(next).toBeGreaterThan(now);
        expect(latest).toBeLessThanOrEqual(now);
        expect(nextDue(schedule, since, latest)).toBe(next);
        expect(latestDue(schedule, since, next)).toBe(next);
        expect(latestDue(schedule, since, next - 1)).toBe(latest);
      }),
    );
  });
});
