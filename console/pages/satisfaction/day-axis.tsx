import type { SatisfactionOfDay } from '../../api/types.ts';

/** Days are of UTC, whatever the reader's zone. */
const dayName = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' });
export const nameOfDay = (date: string): string => dayName.format(new Date(date));

/** First, middle and last day below a chart. */
export function DayAxis({ days }: { readonly days: readonly SatisfactionOfDay[] }) {
  const marks = [days[0], days[Math.floor(days.length / 2)], days.at(-1)];
  return (
    <div class="chart-days faint" aria-hidden="true">
      {marks.map((day, at) => (
        <span key={`${at} ${day?.date}`}>{day === undefined ? '' : nameOfDay(day.date)}</span>
      ))}
    </div>
  );
}
