import type { SatisfactionOfDay } from '../../api/types.ts';
import { count } from '../../ui/words.ts';
import { chartDays, totalsOf } from './chart-data.ts';
import { DayAxis } from './day-axis.tsx';
import { DayBars } from './day-bars.tsx';

/** How busy the chatbot was: the answers of each day as bars. Their numbers stand in the table of the ratings. */
export function AnswersChart({ days }: { readonly days: readonly SatisfactionOfDay[] }) {
  const { answers, notFound } = totalsOf(days);
  return (
    <figure class="chart">
      <figcaption class="chart-legend soft">
        <span class="key found">Found in your content</span>
        <span class="key notFound">Found nothing</span>
      </figcaption>
      <DayBars
        days={chartDays(days)}
        height={90}
        parts={['notFound', 'found']}
        label={(most) => `${answers} answers in ${days.length} days, ${notFound} found nothing, at most ${most} a day.`}
        tipOf={(day) => `${count(day.answers, 'answer', 'answers')}, ${day.notFound} found nothing`}
      />
      <DayAxis days={days} />
    </figure>
  );
}
