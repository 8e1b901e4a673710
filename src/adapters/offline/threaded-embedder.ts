import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import type { Embedder } from '../../ports/models.ts';
import { createOfflineEmbedder } from './embedder.ts';
import { DIMENSIONS } from './hashed-vector.ts';

const THREAD = fileURLToPath(new URL('./embedding-thread.ts', import.meta.url));

/** A question is embedded sooner than a thread has heard of it. UTF-16 units. */
const SHORT = 4_096;
/** What travels at once, in UTF-16 units, unless one text alone has more: under a millisecond of copying, some ten of embedding. */
const TOGETHER = 128 * 1024;

/** The offline embedder, and how to end its thread. */
export interface ThreadedEmbedder extends Embedder {
  close(): Promise<void>;
}

/** Gives the vectors of `createOfflineEmbedder`; those of more than a question are made in a thread, which ends when it has been idle. */
export function openThreadedEmbedder(): ThreadedEmbedder {
  const inline = createOfflineEmbedder();
  let pool: Piscina<readonly string[], Float32Array<ArrayBuffer>> | null = null;
  let closed = false;

  async function embed(texts: readonly string[], signal: AbortSignal): Promise<readonly Float32Array[]> {
    if (texts.reduce((sum, text) => sum + text.length, 0) <= SHORT) return inline.embed(texts, signal);
    const vectors: Float32Array[] = [];
    for (const together of groupsOf(texts)) {
      signal.throwIfAborted();
      const packed = await open().run(together);
      for (let start = 0; start < packed.length; start += DIMENSIONS) {
        vectors.push(packed.slice(start, start + DIMENSIONS));
      }
    }
    signal.throwIfAborted();
    return vectors;
  }

  function open(): Piscina<readonly string[], Float32Array<ArrayBuffer>> {
    if (closed) throw new Error('The embedder is closed');
    pool ??= new Piscina<readonly string[], Float32Array<ArrayBuffer>>({
      filename: THREAD,
      name: 'embedTogether',
      minThreads: 0,
      maxThreads: 1,
      concurrentTasksPerWorker: 2,
      idleTimeout: 20_000,
      maxQueue: 10_000,
      atomics: 'disabled',
      resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16 },
      env: {},
      execArgv: [],
    });
    return pool;
  }

  return {
    id: inline.id,
    dimensions: inline.dimensions,
    kind: inline.kind,
    embed,
    async close() {
      closed = true;
      await pool?.destroy();
      pool = null;
    },
  };
}

function* groupsOf(texts: readonly string[]): Generator<readonly string[]> {
  let together: string[] = [];
  let characters = 0;
  for (const text of texts) {
    if (together.length > 0 && characters + text.length > TOGETHER) {
      yield together;
      together = [];
      characters = 0;
    }
    together.push(text);
    characters += text.length;
  }
  if (together.length > 0) yield together;
}
