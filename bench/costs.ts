/** The costs of acts over the embedded stores. `docs/scaling.md` reckons with it. */
import { measureCosts } from './costs/measure-costs.ts';
import type { BenchResult } from './measurement.ts';

export async function benchCosts(): Promise<BenchResult> {
  return { measurements: await measureCosts('embedded') };
}
