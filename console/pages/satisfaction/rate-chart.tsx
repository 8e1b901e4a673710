import type { SatisfactionOfDay } from '../../api/types.ts';
import { type ChartDay, chartDays, ratePaths, totalsOf } from './chart-data.ts';
import { DayAxis, nameOfDay } from './day-axis.tsx';
import { Bar, DayTip, Plot, WIDTH } from './plot.tsx';

const RATE_HEIGHT = 150;
const RATINGS_HEIGHT = 60;

/** The rate over the last seven days as a line, and below it each day's ratings as bars. The same numbers follow as a table. */
export function RateChart({ days }: { readonly days: readonly SatisfactionOfDay[] }) {
  const shown = chartDays(days);
  const { positive, negative, rate } = totalsOf(days);
  const summary = `${positive} positive and ${negative} negative ratings in ${days.length} days${rate === null ? '' : `, ${rate}% positive`}.`;
  return (
    <figure class="chart">
      <figcaption class="chart-legend soft">
        <span class="key rate">Satisfaction over 7 days</span>
        <span class="key positive">Positive each day</span>
        <span class="key negative">Negative each day</span>
      </figcaption>
      <Plot label={summary} height={RATE_HEIGHT} marks={['100%', '50%', '0%']}>
        {ratePaths(shown, WIDTH, RATE_HEIGHT).map(({ path, isDot }) => (
          <path key={path} class={isDot ? 'rate dot' : 'rate'} d={path} />
        ))}
        {shown.map((day, at) => (
          <DayTip key={day.date} at={at} of={shown.length} height={RATE_HEIGHT} text={tipOf(day)} />
        ))}
      </Plot>
      <Ratings days={shown} />
      <DayAxis days={days} />
      <details class="chart-table">
        <summary>Show as a table</summary>
        <DayTable days={shown} />
      </details>
    </figure>
  );
}

function Ratings({ days }: { readonly days: readonly ChartDay[] }) {
  const most = Math.max(1, ...days.map(({ positive, negative }) => positive + negative));
  const heightOf = (count: number) => (count / most) * RATINGS_HEIGHT;
  return (
    <Plot
      label={`At most ${most === 1 ? '1 rating' : `${most} ratings`} a day.`}
      height={RATINGS_HEIGHT}
      marks={[most.toLocaleString(), '0']}
    >
      {days.map((day, at) => {
        const { date, positive, negative } = day;
        const place = { at, of: days.length };
        const top = RATINGS_HEIGHT - heightOf(negative);
        return (
          <g key={date}>
            <Bar {...place} class="negative" bottom={RATINGS_HEIGHT} height={heightOf(negative)} />
            <Bar {...place} class="positive" bottom={top} height={heightOf(positive)} />
            <DayTip {...place} height={RATINGS_HEIGHT} text={tipOf(day)} />
          </g>
        );
      })}
    </Plot>
  );
}

const percent = (rate: number | null): string => (rate === null ? '—' : `${Math.round(rate * 100)}%`);

const tipOf = ({ date, positive, negative, rate }: ChartDay): string =>
  `${nameOfDay(date)}: ${positive} positive, ${negative} negative, ${percent(rate)} over 7 days`;

/** Newest first, without days on which nothing happened. */
function DayTable({ days }: { readonly days: readonly ChartDay[] }) {
  const busy = days.filter(({ answers, positive, negative }) => answers + positive + negative > 0).toReversed();
  if (busy.length === 0) return <p class="soft">Nothing was answered or rated in this time.</p>;
  return (
    <section class="scroll" aria-label="Each day">
      <table class="days">
        <thead>
          <tr>
            <th scope="col">Day (UTC)</th>
            <th scope="col">Answers</th>
            <th scope="col">Positive</th>
            <th scope="col">Negative</th>
            <th scope="col">Satisfaction over 7 days</th>
          </tr>
        </thead>
        <tbody>
          {busy.map(({ date, answers, positive, negative, rate }) => (
            <tr key={date}>
              <th scope="row">{nameOfDay(date)}</th>
              <td>{answers}</td>
              <td>{positive}</td>
              <td>{negative}</td>
              <td>{percent(rate)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
