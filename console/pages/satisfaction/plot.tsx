import type { ComponentChildren } from 'preact';

/** Units of a plot's drawing; it is stretched to the width that there is. */
export const WIDTH = 720;

interface PlotProps {
  /** Says for screen readers what is drawn. */
  readonly label: string;
  /** CSS pixels, and units of the drawing. */
  readonly height: number;
  /** Labels of the lines across the drawing, evenly spaced from the top. */
  readonly marks: readonly string[];
  readonly children: ComponentChildren;
}

export function Plot({ label, height, marks, children }: PlotProps) {
  return (
    <div class="chart-plot" style={{ '--height': `${height / 16}rem` }}>
      <div class="chart-scale faint" aria-hidden="true">
        {marks.map((mark) => (
          <span key={mark}>{mark}</span>
        ))}
      </div>
      <svg viewBox={`0 0 ${WIDTH} ${height}`} preserveAspectRatio="none" role="img" aria-label={label}>
        {marks.map((mark, at) => {
          const y = (at / (marks.length - 1)) * height;
          return <line key={mark} class="grid" x1="0" x2={WIDTH} y1={y} y2={y} />;
        })}
        {children}
      </svg>
    </div>
  );
}

interface DayPlace {
  /** Place of the day, of so many. */
  readonly at: number;
  readonly of: number;
}

interface DayTipProps extends DayPlace {
  readonly height: number;
  /** The numbers of the day. Screen readers find them in the table. */
  readonly text: string;
}

/** Shows a day's numbers to a pointer anywhere above or on its bar. */
export function DayTip({ at, of, height, text }: DayTipProps) {
  return (
    <rect class="tip" x={(at * WIDTH) / of} width={WIDTH / of} height={height}>
      <title>{text}</title>
    </rect>
  );
}

interface BarProps extends DayPlace {
  readonly bottom: number;
  readonly height: number;
  readonly class: string;
}

export function Bar({ at, of, bottom, height, class: kind }: BarProps) {
  const step = WIDTH / of;
  if (height === 0) return null;
  return <rect class={kind} x={(at + 0.15) * step} width={step * 0.7} y={bottom - height} height={height} />;
}
