import { hash } from 'node:crypto';
import type { NewEvent } from '../ports/event-log.ts';

/**
 * The hash that the next event of the stream carries: over everything of an event that must not change. Positions and the time
 * of recording are left out, since they differ when a log is moved to another store.
 */
export function chainHash(stream: string, revision: number, event: NewEvent): string {
  return hash(
    'sha256',
    JSON.stringify([stream, revision, event.id, event.type, event.data, event.metadata]),
    'base64url',
  );
}
