/** A measurement of any benchmark, its limit, and the table that shows it. */

export interface Measurement {
  /** Unique within its benchmark: results are compared by it. */
  readonly name: string;
  readonly value: number;
  /** As `/s`, `ms` or `MB`; empty for a share or a score. */
  readonly unit: string;
  readonly better: 'higher' | 'lower';
  readonly aim?: Aim;
  /** The same quantity of what it is compared with, in the same run. */
  readonly against?: readonly Baseline[];
}

export interface Baseline {
  readonly name: string;
  readonly value: number;
}

/** Limit of the value itself, of its ratio to a baseline, or of its difference from a baseline. */
export interface Aim {
  readonly limit: number;
  readonly of?: { readonly comparison: 'ratio' | 'difference'; readonly baseline: string };
}

export interface BenchResult {
  readonly measurements: readonly Measurement[];
  /** Parts that were not measured: a sentence each, with the reason. */
  readonly leftOut?: readonly string[];
}

/** Aim of a ratio: `value / baseline`. */
export const ratioTo = (baseline: string, limit: number): Aim => ({ limit, of: { comparison: 'ratio', baseline } });
/** Aim of a difference: `value - baseline`. */
export const differenceFrom = (baseline: string, limit: number): Aim => ({
  limit,
  of: { comparison: 'difference', baseline },
});

/** `null` without an aim. */
export function isReached(measurement: Measurement): boolean | null {
  const { aim, better } = measurement;
  if (aim === undefined) return null;
  const judged = judgedValue(measurement, aim);
  return better === 'higher' ? judged >= aim.limit : judged <= aim.limit;
}

function judgedValue({ name, value, against = [] }: Measurement, { of }: Aim): number {
  if (of === undefined) return value;
  const baseline = against.find((each) => each.name === of.baseline);
  if (baseline === undefined) throw new Error(`${name} is not compared with ${of.baseline}`);
  return of.comparison === 'ratio' ? value / baseline.value : value - baseline.value;
}

/** One line each; the baselines behind it with its ratio to each. */
export function printMeasurements(title: string, measurements: readonly Measurement[]): void {
  const rows = measurements.map((measurement) => {
    const { name, value, unit, against = [] } = measurement;
    const baselines = against.map((base) => `${figure(base.value)} ${base.name}${ratio(value, base.value)}`);
    return [name, `${figure(value)} ${unit}`.trim(), verdict(measurement), baselines.join(', ')];
  });
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  console.log(`\n${title}`);
  for (const [name = '', value = '', aim = '', baselines = ''] of rows) {
    const [first = 0, second = 0, third = 0] = widths;
    console.log(`  ${name.padEnd(first)}  ${value.padStart(second)}  ${aim.padEnd(third)}  ${baselines}`.trimEnd());
  }
}

const ratio = (value: number, baseline: number): string => (baseline === 0 ? '' : ` (${figure(value / baseline)}×)`);

function verdict(measurement: Measurement): string {
  const { aim, better, unit } = measurement;
  if (aim === undefined) return '';
  const bound = better === 'higher' ? '≥' : '≤';
  const word = isReached(measurement) === true ? 'reached' : 'missed ';
  if (aim.of === undefined) return `${word} ${bound} ${figure(aim.limit)} ${unit}`.trim();
  const { comparison, baseline } = aim.of;
  if (comparison === 'ratio') return `${word} ${bound} ${figure(aim.limit)}× ${baseline}`;
  return `${word} ${bound} ${baseline} + ${figure(aim.limit)} ${unit}`.trim();
}

/** Three significant digits, or whole. */
export function figure(value: number): string {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : Math.abs(value) >= 1 ? 2 : 3;
  return value.toLocaleString('en', { maximumFractionDigits: digits });
}
