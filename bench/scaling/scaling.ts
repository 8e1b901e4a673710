/** Throughput of one node, simulated from the measured parts of one answer, for `docs/scaling.md`. */
import { Model } from '../answer/processes.ts';
import { CostedService } from '../costs/costed-service.ts';
import type { BenchResult } from '../harness/measurement.ts';
import { withDirectory } from '../harness/timing.ts';
import { measureThroughput } from './throughput.ts';

export function benchScaling(): Promise<BenchResult> {
  return withDirectory(async (directory) => {
    const model = await Model.start();
    try {
      const service = await CostedService.start(directory, model.url);
      const measurements = await measureThroughput('embedded', service).finally(() => service.stop());
      return { measurements };
    } finally {
      model.stop();
    }
  });
}
