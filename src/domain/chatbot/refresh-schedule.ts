/**
 * When a chatbot's websites and videos are read again by themselves: days, weeks or months after the schedule was set, in UTC. Counted
 * from there, so that chatbots are spread over the day, and a late run moves none of those that follow. All times are epoch
 * milliseconds.
 */
import { type Static, Type } from 'typebox';

export const RefreshSchedule = Type.Union([Type.Literal('daily'), Type.Literal('weekly'), Type.Literal('monthly')]);
export type RefreshSchedule = Static<typeof RefreshSchedule>;

/** A time that dates can be reckoned from: until the year 9999. */
export const DueTime = Type.Integer({ minimum: 0, maximum: 253_402_300_799_999 });

const DAY_MS = 24 * 3_600_000;

/** The first due time after `after`. */
export function nextDue(schedule: RefreshSchedule, since: number, after: number): number {
  return dueTime(schedule, since, periodsUntil(schedule, since, after) + 1);
}

/** The last due time until `now`; null when there was none yet. */
export function latestDue(schedule: RefreshSchedule, since: number, now: number): number | null {
  const periods = periodsUntil(schedule, since, now);
  return periods === 0 ? null : dueTime(schedule, since, periods);
}

/** Whole periods from `since` to `time`, none before. */
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
  // A month that is shorter has its last day instead; the one after it has the day again.
  date.setUTCDate(Math.min(day, new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()));
  return date.getTime();
}

const lengthOf = (schedule: 'daily' | 'weekly'): number => (schedule === 'daily' ? DAY_MS : 7 * DAY_MS);
