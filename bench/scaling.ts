/** Throughput of one node, simulated from the measured parts of one answer, for `docs/scaling.md`. */
import { Model } from './answer/processes.ts';
import { CostedService } from './costs/costed-service.ts';
import type { BenchResult } from './measurement.ts';
import { measureThroughput } from './scaling/throughput.ts';
import { withDirectory } from './support.ts';

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
