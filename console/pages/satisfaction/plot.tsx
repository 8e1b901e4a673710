import type { ComponentChildren } from 'preact';

/** Units of a plot's drawing, which is stretched to the page. */
export const WIDTH = 720;

interface PlotProps {
  /** Description for screen readers. */
  readonly label: string;
  /** CSS pixels, and units of the drawing. */
  readonly height: number;
  /** Labels of the horizontal lines, evenly spaced from the top. */
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
  /** Index of the day among `of` days. */
  readonly at: number;
  readonly of: number;
}

interface DayTipProps extends DayPlace {
  readonly height: number;
  /** The day's numbers, which screen readers find in the table. */
  readonly text: string;
}

/** Shows the text when a pointer is anywhere above or on the day's bar. */
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
