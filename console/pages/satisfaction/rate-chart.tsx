import type { SatisfactionOfDay } from '../../api/types.ts';
import { count } from '../../ui/words.ts';
import { type ChartDay, chartDays, percent, ratePaths, totalsOf } from './chart-data.ts';
import { DayAxis, nameOfDay } from './day-axis.tsx';
import { DayBars } from './day-bars.tsx';
import { DayTip, Plot, WIDTH } from './plot.tsx';

const RATE_HEIGHT = 150;

/** The rate over the last seven days as a line, and below it each day's ratings as bars. The same numbers follow as a table. */
export function RateChart({ days }: { readonly days: readonly SatisfactionOfDay[] }) {
  const shown = chartDays(days);
  const { positive, negative, rate } = totalsOf(days);
  const summary = `${positive} positive and ${negative} negative ratings in ${days.length} days${rate === null ? '' : `, ${percent(rate)} positive`}.`;
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
          <DayTip
            key={day.date}
            at={at}
            of={shown.length}
            height={RATE_HEIGHT}
            text={`${nameOfDay(day.date)}: ${tipOf(day)}`}
          />
        ))}
      </Plot>
      <DayBars
        days={shown}
        height={60}
        parts={['negative', 'positive']}
        label={(most) => `At most ${count(most, 'rating', 'ratings')} a day.`}
        tipOf={tipOf}
      />
      <DayAxis days={days} />
      <details class="chart-table">
        <summary>Show as a table</summary>
        <DayTable days={shown} />
      </details>
    </figure>
  );
}

const tipOf = ({ positive, negative, rate }: ChartDay): string =>
  `${positive} positive, ${negative} negative, ${percent(rate)} over 7 days`;

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
            <th scope="col">Found nothing</th>
            <th scope="col">Positive</th>
            <th scope="col">Negative</th>
            <th scope="col">Satisfaction over 7 days</th>
          </tr>
        </thead>
        <tbody>
          {busy.map(({ date, answers, notFound, positive, negative, rate }) => (
            <tr key={date}>
              <th scope="row">{nameOfDay(date)}</th>
              <td>{answers}</td>
              <td>{notFound}</td>
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
