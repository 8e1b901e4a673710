/** Names that many tests use, so that a failing one reads at a glance. */
import { hash } from 'node:crypto';

/** The same UUID for the same name. */
export function idOf(name: string): string {
  const hex = hash('sha256', name, 'hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

export const sha256Of = (text: string): string => hash('sha256', text, 'hex');

export const MINUTE_MS = 60_000;
/** 2026-03-01T12:00:00.000Z */
export const NOON = Date.UTC(2026, 2, 1, 12);
