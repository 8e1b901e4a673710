import { hash } from 'node:crypto';
import type { NewEvent } from '../ports/event-log.ts';

/**
 * Hash chain: the next event of the stream carries this hash of all immutable content. Position and recording time are left out,
 * since they change when a log moves to another store.
 */
export function chainHash(stream: string, revision: number, event: NewEvent): string {
  return hash(
    'sha256',
    JSON.stringify([stream, revision, event.id, event.type, event.data, event.metadata]),
    'base64url',
  );
}
