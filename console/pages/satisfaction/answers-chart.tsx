import type { SatisfactionOfDay } from '../../api/types.ts';
import { count } from '../../ui/words.ts';
import { DayAxis, nameOfDay } from './day-axis.tsx';
import { Bar, DayTip, Plot } from './plot.tsx';

const HEIGHT = 90;

/** How busy the chatbot was: the answers of each day as bars. Their numbers stand in the table of the ratings. */
export function AnswersChart({ days }: { readonly days: readonly SatisfactionOfDay[] }) {
  const most = Math.max(1, ...days.map(({ answers }) => answers));
  const total = days.reduce((sum, { answers }) => sum + answers, 0);
  return (
    <figure class="chart">
      <figcaption class="chart-legend soft">
        <span class="key answers">Answers each day</span>
      </figcaption>
      <Plot
        label={`${total} answers in ${days.length} days, at most ${most} a day.`}
        height={HEIGHT}
        marks={[most.toLocaleString(), '0']}
      >
        {days.map(({ date, answers }, at) => {
          const place = { at, of: days.length };
          return (
            <g key={date}>
              <Bar {...place} class="bar" bottom={HEIGHT} height={(answers / most) * HEIGHT} />
              <DayTip {...place} height={HEIGHT} text={`${nameOfDay(date)}: ${count(answers, 'answer', 'answers')}`} />
            </g>
          );
        })}
      </Plot>
      <DayAxis days={days} />
    </figure>
  );
}
