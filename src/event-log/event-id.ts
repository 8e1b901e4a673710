import { hash } from 'node:crypto';

/** UUIDv8 of a command and a place: a repeated command gives the same events. */
export function derivedId(commandId: string, place: number | string): string {
  const hex = hash('sha256', `${commandId}/${place}`, 'hex');
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Time and counter of a UUIDv7 (RFC 9562, section 6.2). */
const ORDERED_PART = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{2}/;

/** Id of a resource that a command creates. A UUIDv7 command id gives a UUIDv7 of the same order; any other gives a UUIDv8. */
export function resourceId(commandId: string, what: string): string {
  const derived = derivedId(commandId, `made/${what}`);
  const ordered = ORDERED_PART.exec(commandId)?.[0];
  return ordered === undefined ? derived : ordered + derived.slice(ordered.length);
}
