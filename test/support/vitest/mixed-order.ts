/**
 * Orders test files so that the cores are busy until the end: beside files that wait for a browser half of the time run files that
 * compute, and the longest come first in both.
 */
import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { runsAlone } from './shared-forks.ts';

const IN_A_BROWSER = ['test/console/', 'test/widget/'];
/** Seconds of CPU that a file of the folder takes, on average. The first match counts. */
const USUAL_SECONDS: Readonly<Record<string, number>> = {
  'test/walk/': 18,
  'test/releases/': 15,
  'test/faults/': 13,
  'test/reading/threads/': 9,
  'test/start/': 9,
  'test/console/': 8,
  'test/widget/': 7,
  'test/http/every-route/': 6,
  'test/http/health-and-metrics/': 6,
  'test/http/sources/': 5,
  'test/adapters/web/': 5,
  'test/reading/html/': 4,
  'test/workers/ingestion/website/': 3,
  'test/http/': 2,
};
const SECONDS_OF_OTHERS = 1;

interface TestFile {
  readonly specification: TestSpecification;
  readonly seconds: number;
}

export class MixedOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    // Together, since each ends the process before it.
    const alone = sorted.filter(({ moduleId }) => runsAlone(moduleId));
    const [inBrowser = [], computing = []] = [true, false].map((wanted) =>
      sorted
        .filter(
          ({ moduleId }) => !runsAlone(moduleId) && startsWithAny(this.#pathOf(moduleId), IN_A_BROWSER) === wanted,
        )
        .map((specification) => ({ specification, seconds: usualSeconds(this.#pathOf(specification.moduleId)) }))
        .sort((a, b) => b.seconds - a.seconds),
    );
    return [...alone, ...mixed(inBrowser, computing).map(({ specification }) => specification)];
  }

  #pathOf(moduleId: string): string {
    return relative(this.ctx.config.root, moduleId).replaceAll('\\', '/');
  }
}

const startsWithAny = (path: string, folders: readonly string[]) => folders.some((folder) => path.startsWith(folder));

function usualSeconds(path: string): number {
  const [, seconds] = Object.entries(USUAL_SECONDS).find(([folder]) => path.startsWith(folder)) ?? [];
  return seconds ?? SECONDS_OF_OTHERS;
}

/** Takes from each in turn, so that both advance by the same share of their time. */
function mixed(some: readonly TestFile[], others: readonly TestFile[]): readonly TestFile[] {
  const lanes = [some, others].map((files) => ({ files, next: 0, doneShare: 0, total: totalSeconds(files) }));
  const order: TestFile[] = [];
  while (order.length < some.length + others.length) {
    const [lane] = lanes.filter(({ files, next }) => next < files.length).sort((a, b) => a.doneShare - b.doneShare);
    const file = lane?.files[lane.next];
    if (lane === undefined || file === undefined) break;
    order.push(file);
    lane.next += 1;
    lane.doneShare += file.seconds / lane.total;
  }
  return order;
}

const totalSeconds = (files: readonly TestFile[]) => files.reduce((sum, { seconds }) => sum + seconds, 0);
