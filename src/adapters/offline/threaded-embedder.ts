import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import type { Embedder } from '../../ports/models.ts';
import { createOfflineEmbedder } from './embedder.ts';
import { DIMENSIONS } from './hashed-vector.ts';

const THREAD = fileURLToPath(new URL('./embedding-thread.ts', import.meta.url));

/** UTF-16 units. A question is embedded faster inline than by messaging a thread. */
const MAX_INLINE_CHARACTERS = 4_096;
/** UTF-16 units per message, unless one text has more: under 1 ms of copying and some 10 ms of embedding. */
const MAX_BATCH_CHARACTERS = 128 * 1024;

export interface ThreadedEmbedder extends Embedder {
  close(): Promise<void>;
}

/** Long input runs in a worker thread, which ends when idle. */
export function openThreadedEmbedder(): ThreadedEmbedder {
  const inline = createOfflineEmbedder();
  let pool: Piscina<readonly string[], Float32Array<ArrayBuffer>> | null = null;
  let closed = false;

  async function embed(texts: readonly string[], signal: AbortSignal): Promise<readonly Float32Array[]> {
    if (texts.reduce((sum, text) => sum + text.length, 0) <= MAX_INLINE_CHARACTERS) return inline.embed(texts, signal);
    const vectors: Float32Array[] = [];
    for (const batch of batchesOf(texts)) {
      signal.throwIfAborted();
      const packed = await open().run(batch);
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

function* batchesOf(texts: readonly string[]): Generator<readonly string[]> {
  let batch: string[] = [];
  let characters = 0;
  for (const text of texts) {
    if (batch.length > 0 && characters + text.length > MAX_BATCH_CHARACTERS) {
      yield batch;
      batch = [];
      characters = 0;
    }
    batch.push(text);
    characters += text.length;
  }
  if (batch.length > 0) yield batch;
}
