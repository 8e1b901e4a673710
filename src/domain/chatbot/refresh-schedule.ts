/**
 * Daily, weekly or monthly from the time the schedule was set, in UTC. This spreads chatbots over the day, and a late run does
 * not shift later ones. All times are epoch milliseconds.
 */
import { type Static, Type } from 'typebox';

export const RefreshSchedule = Type.Union([Type.Literal('daily'), Type.Literal('weekly'), Type.Literal('monthly')]);
export type RefreshSchedule = Static<typeof RefreshSchedule>;

/** Up to the year 9999, so that date arithmetic stays valid. */
export const DueTime = Type.Integer({ minimum: 0, maximum: 253_402_300_799_999 });

const DAY_MS = 24 * 3_600_000;

/** The first due time after `after`. */
export function nextDue(schedule: RefreshSchedule, since: number, after: number): number {
  return dueTime(schedule, since, periodsUntil(schedule, since, after) + 1);
}

/** The last due time until `now`; null before the first. */
export function latestDue(schedule: RefreshSchedule, since: number, now: number): number | null {
  const periods = periodsUntil(schedule, since, now);
  return periods === 0 ? null : dueTime(schedule, since, periods);
}

function periodsUntil(schedule: RefreshSchedule, since: number, time: number): number {
  if (time <= since) return 0;
  if (schedule !== 'monthly') return Math.floor((time - since) / lengthOf(schedule));
  const [from, to] = [new Date(since), new Date(time)];
  const months = (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth();
  return dueTime(schedule, since, months) <= time ? months : months - 1;
}

function dueTime(schedule: RefreshSchedule, since: number, periods: number): number {
  if (schedule !== 'monthly') return since + periods * lengthOf(schedule);
  const date = new Date(since);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + periods);
  // A shorter month uses its last day; later months use the day again.
  date.setUTCDate(Math.min(day, new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()));
  return date.getTime();
}

const lengthOf = (schedule: 'daily' | 'weekly'): number => (schedule === 'daily' ? DAY_MS : 7 * DAY_MS);
