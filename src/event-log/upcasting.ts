/** Upcasts stored events of older versions, one version at a time. */
import type { EventDefinition } from '../domain/event.ts';
import type { StoredEvent } from '../ports/event-log.ts';
import { UnreadableEvent } from './unreadable-event.ts';

/** Decrypted; `sealed` is null without a sealed part, and once its subject is erased. */
export type Plain = { data: Record<string, unknown>; sealed: Record<string, unknown> | null };

/** @throws UnreadableEvent for a version that this release does not know */
export function upcastToNewest(definition: EventDefinition, stored: StoredEvent, plain: Plain): Plain {
  const version = stored.metadata.version;
  if (version === definition.version) return plain;
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1 || version > definition.version) {
    throw new UnreadableEvent(stored, `its version ${String(version)} is not known (newest: ${definition.version})`);
  }
  let lifted = plain;
  for (let at = version; at < definition.version; at++) {
    const upcast = definition.upcasts[at];
    if (upcast === undefined) throw new UnreadableEvent(stored, `nothing lifts version ${at}`);
    lifted = upcast(lifted);
  }
  return lifted;
}
