/** Cached embeddings for reading alone, beside the process that writes them. */
import { join } from 'node:path';
import type { EmbeddingCache } from '../../../ports/embedding-cache.ts';
import { scopedModel } from '../../shared/side-store-input.ts';
import { openReader } from '../thread/connection.ts';

/** Opens an existing `side.db`. A read counts as no use of an embedding. */
export function readSqliteEmbeddings({
  directory,
}: {
  readonly directory: string;
}): Pick<EmbeddingCache, 'find' | 'close'> {
  const db = openReader(join(directory, 'side.db'));
  const find = db.prepare('SELECT vector FROM embeddings JOIN vectors USING (number) WHERE model = ? AND hash = ?');
  return {
    async find(scope, model, hashes) {
      const found = new Map<string, Float32Array>();
      for (const hash of hashes) {
        const vector = find.get(scopedModel(scope, model), Buffer.from(hash, 'hex'))?.vector;
        if (vector instanceof Uint8Array) found.set(hash, new Float32Array(Uint8Array.from(vector).buffer));
      }
      return found;
    },
    close: async () => db.close(),
  };
}
