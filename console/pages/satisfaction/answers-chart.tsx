import type { SatisfactionOfDay } from '../../api/types.ts';
import { DayAxis } from './day-axis.tsx';

const WIDTH = 720;
const HEIGHT = 90;

/** How busy the chatbot was: the answers of each day as bars. Their numbers stand in the table of the ratings. */
export function AnswersChart({ days }: { readonly days: readonly SatisfactionOfDay[] }) {
  const most = Math.max(1, ...days.map(({ answers }) => answers));
  const total = days.reduce((sum, { answers }) => sum + answers, 0);
  const step = WIDTH / days.length;
  return (
    <figure class="chart">
      <figcaption class="chart-legend soft">
        <span class="key answers">Answers each day</span>
      </figcaption>
      <div class="chart-plot answers">
        <div class="chart-scale faint" aria-hidden="true">
          <span>{most.toLocaleString()}</span>
          <span>0</span>
        </div>
        <svg
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={`${total} answers in ${days.length} days, at most ${most} a day.`}
        >
          {days.map(({ date, answers }, at) => {
            const height = (answers / most) * HEIGHT;
            return answers === 0 ? null : (
              <rect
                key={date}
                class="bar"
                x={(at + 0.15) * step}
                width={step * 0.7}
                y={HEIGHT - height}
                height={height}
              />
            );
          })}
        </svg>
      </div>
      <DayAxis days={days} />
    </figure>
  );
}
