/** The costs of acts over the embedded stores. `docs/scaling.md` reckons with it. */
import type { BenchResult } from '../harness/measurement.ts';
import { measureCosts } from './measure-costs.ts';

export async function benchCosts(): Promise<BenchResult> {
  return { measurements: await measureCosts('embedded') };
}
