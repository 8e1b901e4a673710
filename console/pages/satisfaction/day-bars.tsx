import type { ChartDay } from './chart-data.ts';
import { nameOfDay } from './day-axis.tsx';
import { Bar, DayTip, Plot } from './plot.tsx';

type Part = 'found' | 'notFound' | 'positive' | 'negative';

interface DayBarsProps {
  readonly days: readonly ChartDay[];
  readonly height: number;
  /** Parts of each bar, the lowest first. */
  readonly parts: readonly Part[];
  /** @param most on one day */
  readonly label: (most: number) => string;
  readonly tipOf: (day: ChartDay) => string;
}

/** A bar for each day. */
export function DayBars({ days, height, parts, label, tipOf }: DayBarsProps) {
  const most = Math.max(1, ...days.map((day) => parts.reduce((sum, part) => sum + day[part], 0)));
  return (
    <Plot label={label(most)} height={height} marks={[most.toLocaleString(), '0']}>
      {days.map((day, at) => {
        const place = { at, of: days.length };
        let bottom = height;
        const bars = parts.map((part) => {
          const size = (day[part] / most) * height;
          const bar = <Bar key={part} {...place} class={part} bottom={bottom} height={size} />;
          bottom -= size;
          return bar;
        });
        return (
          <g key={day.date}>
            {bars}
            <DayTip {...place} height={height} text={`${nameOfDay(day.date)}: ${tipOf(day)}`} />
          </g>
        );
      })}
    </Plot>
  );
}
