/** Orders test files so that the workers end together, whether or not this machine has run them before. */
import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { runsAlone } from './shared-forks.ts';

/** Their files take longest: they start the service as a program again and again, or a browser. */
const SLOWEST = [
  ...['test/faults/', 'test/adapters/web/rendering/', 'test/walk/', 'test/releases/', 'test/start/'],
  ...['test/console/', 'test/widget/', 'test/http/'],
];

export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.sort((a, b) => this.#rankOf(a) - this.#rankOf(b));
  }

  /** Files that need a process of their own stand together: each ends the process before it. */
  #rankOf({ moduleId }: TestSpecification): number {
    if (runsAlone(moduleId)) return -1;
    const file = relative(this.ctx.config.root, moduleId).replaceAll('\\', '/');
    const place = SLOWEST.findIndex((folder) => file.startsWith(folder));
    return place === -1 ? SLOWEST.length : place;
  }
}
