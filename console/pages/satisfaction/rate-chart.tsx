import type { SatisfactionOfDay } from '../../api/types.ts';
import { type ChartDay, chartDays, ratePaths, totalsOf } from './chart-data.ts';
import { DayAxis, nameOfDay } from './day-axis.tsx';

const WIDTH = 720;
const RATE_HEIGHT = 150;
const BARS_HEIGHT = 60;

/** The rate over the last seven days as a line, and each day's ratings as bars. The same numbers follow as a table. */
export function RateChart({ days }: { readonly days: readonly SatisfactionOfDay[] }) {
  const shown = chartDays(days);
  const { positive, negative, rate } = totalsOf(days);
  const summary = `${positive} positive and ${negative} negative ratings in ${days.length} days${rate === null ? '' : `, ${rate}% positive`}.`;
  return (
    <figure class="chart">
      <figcaption class="chart-legend soft">
        <span class="key rate">Satisfaction over 7 days</span>
        <span class="key positive">Positive</span>
        <span class="key negative">Negative</span>
      </figcaption>
      <div class="chart-plot">
        <div class="chart-scale faint" aria-hidden="true">
          <span>100%</span>
          <span>50%</span>
          <span>0%</span>
        </div>
        <svg
          viewBox={`0 0 ${WIDTH} ${RATE_HEIGHT + BARS_HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={summary}
        >
          {[0, 0.5, 1].map((at) => (
            <line key={at} class="grid" x1="0" x2={WIDTH} y1={at * RATE_HEIGHT} y2={at * RATE_HEIGHT} />
          ))}
          {ratePaths(shown, WIDTH, RATE_HEIGHT).map(({ path, isDot }) => (
            <path key={path} class={isDot ? 'rate dot' : 'rate'} d={path} />
          ))}
          <Bars days={shown} />
        </svg>
      </div>
      <DayAxis days={days} />
      <details class="chart-table">
        <summary>Show as a table</summary>
        <DayTable days={shown} />
      </details>
    </figure>
  );
}

function Bars({ days }: { readonly days: readonly ChartDay[] }) {
  const most = Math.max(1, ...days.map(({ positive, negative }) => positive + negative));
  const step = WIDTH / days.length;
  const room = BARS_HEIGHT - 8;
  const bottom = RATE_HEIGHT + BARS_HEIGHT;
  return (
    <>
      {days.map(({ date, positive, negative }, at) => {
        const [low, high] = [(negative / most) * room, (positive / most) * room];
        const shared = { x: at * step + step * 0.15, width: step * 0.7 };
        return (
          <g key={date}>
            {negative === 0 ? null : <rect class="negative" {...shared} y={bottom - low} height={low} />}
            {positive === 0 ? null : <rect class="positive" {...shared} y={bottom - low - high} height={high} />}
          </g>
        );
      })}
    </>
  );
}

/** Newest first, without days on which nothing happened. */
function DayTable({ days }: { readonly days: readonly ChartDay[] }) {
  const busy = days.filter(({ answers, positive, negative }) => answers + positive + negative > 0).toReversed();
  if (busy.length === 0) return <p class="soft">Nothing was answered or rated in this time.</p>;
  return (
    <div class="chart-scroll">
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
              <td>{rate === null ? '—' : `${Math.round(rate * 100)}%`}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
