/** Figures of bench/results.json by their names. */
import type { Part } from '../results.ts';

/** @throws Error when the part holds no such figure */
export function valueIn({ measurements }: Part, name: string): number {
  const measurement = measurements.find((each) => each.name === name);
  if (measurement === undefined) throw new Error(`bench/results.json holds no "${name}": record it anew`);
  return measurement.value;
}
