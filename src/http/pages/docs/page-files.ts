/** The page that shows the OpenAPI document: four megabytes of script, loaded at the first request. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { REVALIDATED, StaticFile } from '../static-file.ts';
import type { PageFile } from './render-worker.ts';

const RENDER_WITHIN_MS = 30_000;

export class PageFiles {
  readonly #documentUrl: string;
  #files: Promise<ReadonlyMap<string, StaticFile>> | undefined;

  constructor(documentUrl: string) {
    this.#documentUrl = documentUrl;
  }

  /** @param path below the page's address. @returns null for a file that the page does not have */
  async find(path: string): Promise<StaticFile | null> {
    this.#files ??= this.#render();
    try {
      return (await this.#files).get(path) ?? null;
    } catch (error) {
      // The next request tries again.
      this.#files = undefined;
      throw error;
    }
  }

  async #render(): Promise<ReadonlyMap<string, StaticFile>> {
    const worker = new Worker(new URL('./render-worker.ts', import.meta.url), { name: 'docs page' });
    try {
      worker.postMessage(this.#documentUrl);
      const [files] = (await once(worker, 'message', { signal: AbortSignal.timeout(RENDER_WITHIN_MS) })) as [
        PageFile[],
      ];
      return new Map(files.map(({ path, bytes, contentType, hash }) => [path, fileOf(bytes, contentType, hash)]));
    } finally {
      await worker.terminate();
    }
  }
}

const fileOf = (bytes: Uint8Array, contentType: string, hash: string) =>
  new StaticFile(bytes, contentType, REVALIDATED, hash);
