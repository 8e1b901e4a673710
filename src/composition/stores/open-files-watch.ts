import { FilePlace } from '../../adapters/sqlite/thread/file-place.ts';
import type { Report } from '../../ports/report.ts';

const CHECK_EVERY_MS = 1_000;

export interface OpenFile {
  /** Name for operators, such as `event log`. */
  readonly what: string;
  readonly path: string;
}

/**
 * Reports an irreplaceable file that was deleted, moved or replaced while it is open. Its store refuses writes meanwhile, since they would
 * be lost at the next start.
 */
export class OpenFilesWatch {
  readonly #files: readonly { readonly what: string; readonly place: FilePlace }[];
  readonly #report: Report;
  readonly #lost = new Set<string>();
  readonly #timer: NodeJS.Timeout;

  constructor(files: readonly OpenFile[], report: Report) {
    this.#files = files.map(({ what, path }) => ({ what, place: new FilePlace(path) }));
    this.#report = report;
    this.#timer = setInterval(() => this.#check(), CHECK_EVERY_MS).unref();
  }

  areInPlace(): boolean {
    return this.#files.every(({ place }) => place.isKept());
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #check(): void {
    for (const { what, place } of this.#files) {
      const { path } = place;
      const wasLost = this.#lost.has(path);
      if (place.isKept()) {
        if (this.#lost.delete(path)) this.#report({ message: `The ${what} (${path}) is in its place again` });
      } else if (!wasLost) {
        this.#lost.add(path);
        this.#report({
          message: `The ${what} (${path}) was deleted, moved or replaced while the service runs, so changes are refused. Put that file back where it was moved. Otherwise stop the service and restore a backup; on Linux, until the process ends, /proc/${process.pid}/fd still has the file with its write-ahead log`,
          severity: 'error',
        });
      }
    }
  }
}
