import { hash } from 'node:crypto';

/** A UUID (version 8: of our own making) that follows from a command and a place: the same command gives the same events. */
export function derivedId(commandId: string, place: number | string): string {
  const hex = hash('sha256', `${commandId}/${place}`, 'hex');
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
