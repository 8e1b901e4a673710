import type { Documents, DocumentWrite } from '../../ports/documents.ts';
import type { JsonObject } from '../../ports/event-log.ts';
import { projectionKey } from '../../projections/projection.ts';
import type { Replay } from './replay-models.ts';

const BATCH = 200;

/**
 * Replaces documents that differ by the rebuilt ones, at the position up to which those were folded. A projector that is behind skips the
 * events up to there, and one that is ahead has written newer documents, which stay.
 * @returns number of documents
 */
export async function replaceDiffering(
  {
    documents,
    models,
    differences,
    foldedTo: position,
  }: Pick<Replay, 'documents' | 'models' | 'differences' | 'foldedTo'>,
  live: Pick<Documents, 'write'>,
): Promise<number> {
  if (position === null) return 0;
  let replaced = 0;
  for (const projection of models) {
    const key = projectionKey(projection);
    const { collection } = projection;
    const ids = differences.flatMap((each) => ('id' in each && each.model === key ? [each.id] : []));
    for (let start = 0; start < ids.length; start += BATCH) {
      const some = ids.slice(start, start + BATCH);
      const rebuilt = await documents.getMany<JsonObject>(collection, some);
      const byId = new Map(rebuilt.map(({ id, document }) => [id, document]));
      const writes = some.map((id): DocumentWrite => {
        const document = byId.get(id);
        return document === undefined ? { kind: 'delete', id, position } : { kind: 'put', id, document, position };
      });
      await live.write([{ collection, writes }], []);
      replaced += some.length;
    }
  }
  return replaced;
}
