/**
 * Due times in UTC, counted from when the schedule was set: this spreads chatbots over the day, and a late run does not shift
 * later ones. All times are epoch milliseconds.
 */
import { type Static, Type } from 'typebox';

export const RefreshSchedule = Type.Union([Type.Literal('daily'), Type.Literal('weekly'), Type.Literal('monthly')]);
export type RefreshSchedule = Static<typeof RefreshSchedule>;

/** Up to the year 9999, so that date arithmetic stays valid. */
export const DueTime = Type.Integer({ minimum: 0, maximum: 253_402_300_799_999 });

const DAY_MS = 24 * 3_600_000;
const LONGEST_PERIOD_MS: Readonly<Record<RefreshSchedule, number>> = {
  daily: DAY_MS,
  weekly: 7 * DAY_MS,
  monthly: 31 * DAY_MS,
};

/** The first due time after `after`, which is `since` or later unless the clock was set back. */
export function nextDue(schedule: RefreshSchedule, since: number, after: number): number {
  return dueTime(schedule, since, periodsUntil(schedule, since, after) + 1);
}

/** The last due time until `now`: `since` before the first, and counted back from it where it is ahead of `now`. */
export function latestDue(schedule: RefreshSchedule, since: number, now: number): number {
  return dueTime(schedule, since, periodsUntil(schedule, since, now));
}

/** Due times are requested when they have come, so one this far ahead comes from a clock that was set back since. */
export const isRequestedAhead = (schedule: RefreshSchedule, dueAt: number, now: number): boolean =>
  dueAt > now + LONGEST_PERIOD_MS[schedule];

/** Like `isRequestedAhead`, told by the due time that follows. */
export const isNextAhead = (schedule: RefreshSchedule, nextDueAt: number, now: number): boolean =>
  nextDueAt > now + 2 * LONGEST_PERIOD_MS[schedule];

/** Negative before `since`. */
function periodsUntil(schedule: RefreshSchedule, since: number, time: number): number {
  if (schedule !== 'monthly') return Math.floor((time - since) / LONGEST_PERIOD_MS[schedule]);
  const [from, to] = [new Date(since), new Date(time)];
  const months = (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth();
  return dueTime(schedule, since, months) <= time ? months : months - 1;
}

function dueTime(schedule: RefreshSchedule, since: number, periods: number): number {
  if (schedule !== 'monthly') return since + periods * LONGEST_PERIOD_MS[schedule];
  const date = new Date(since);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + periods);
  // A shorter month uses its last day; later months use the day again.
  date.setUTCDate(Math.min(day, new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()));
  return date.getTime();
}
