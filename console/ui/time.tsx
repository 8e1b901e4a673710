import { Store } from '../state/store.ts';
import { useStore } from '../state/use-store.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'short' });
const time = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });
const date = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
const full = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'medium' });

/** Changes once a minute, and all relative times with it. */
const now = new Store(Date.now());
setInterval(() => {
  now.set(Date.now());
}, MINUTE);

/** `relative`: time passed, or the date after a week. `time`: hour and minute. `date`: the day. */
export function Time({ at, as = 'relative' }: { readonly at: string; readonly as?: 'relative' | 'time' | 'date' }) {
  const reference = useStore(now);
  const moment = new Date(at);
  const text = as === 'relative' ? ago(moment, reference) : { time, date }[as].format(moment);
  return (
    <time dateTime={at} title={full.format(moment)}>
      {text}
    </time>
  );
}

function ago(moment: Date, reference: number): string {
  const passed = Math.max(0, reference - moment.getTime());
  if (passed < MINUTE) return 'just now';
  if (passed < HOUR) return relative.format(-Math.floor(passed / MINUTE), 'minute');
  if (passed < DAY) return relative.format(-Math.floor(passed / HOUR), 'hour');
  if (passed < 7 * DAY) return relative.format(-Math.floor(passed / DAY), 'day');
  return date.format(moment);
}
