import { hash } from 'node:crypto';
import type { NewEvent } from '../ports/event-log.ts';

/** Hash of an event's immutable content, without position and recording time, which change when a log moves to another store. */
export function chainHash(stream: string, revision: number, event: NewEvent): string {
  return hash(
    'sha256',
    JSON.stringify([stream, revision, event.id, event.type, event.data, event.metadata]),
    'base64url',
  );
}
