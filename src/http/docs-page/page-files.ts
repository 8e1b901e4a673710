/** The page that shows the OpenAPI document: four megabytes of script that most starts never need. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { PageFile } from './render-worker.ts';

const RENDER_WITHIN_MS = 30_000;

export class PageFiles {
  readonly #documentUrl: string;
  #files: Promise<ReadonlyMap<string, PageFile>> | undefined;

  /** @param documentUrl where the page finds the document */
  constructor(documentUrl: string) {
    this.#documentUrl = documentUrl;
  }

  /** @param path below the page's address. Null for what the page does not have. */
  async find(path: string): Promise<PageFile | null> {
    this.#files ??= this.#render();
    try {
      return (await this.#files).get(path) ?? null;
    } catch (error) {
      // Tried again by who asks next.
      this.#files = undefined;
      throw error;
    }
  }

  async #render(): Promise<ReadonlyMap<string, PageFile>> {
    const worker = new Worker(new URL('./render-worker.ts', import.meta.url), { name: 'docs page' });
    try {
      worker.postMessage(this.#documentUrl);
      const [files] = (await once(worker, 'message', { signal: AbortSignal.timeout(RENDER_WITHIN_MS) })) as [
        PageFile[],
      ];
      return new Map(files.map((file) => [file.path, file]));
    } finally {
      await worker.terminate();
    }
  }
}
