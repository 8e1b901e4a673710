/** A signed head as it is published, to a store outside the log or in an export: with the public key that checks it. */
import {
  type HeadClaims,
  type HeadRecord,
  openRecord,
  type PublicJwk,
  toHeadRecord,
  toPublicJwk,
} from './signed-head.ts';

export interface PublishedHead extends HeadRecord {
  readonly key: PublicJwk;
}

export const formatPublishedHead = ({ key, size, head, leaves, frontier, consistency }: PublishedHead): string =>
  JSON.stringify({ key, size, head, leaves, frontier, consistency });

async function parsePublishedHead(text: string): Promise<PublishedHead | null> {
  try {
    const value: unknown = JSON.parse(text);
    const record = toHeadRecord(value);
    const key = await toPublicJwk(Reflect.get(Object(value), 'key'));
    return record === null || key === null ? null : { ...record, key };
  } catch {
    return null;
  }
}

/** @returns null for text that is no head, and for one that the key did not sign */
export async function openPublishedHead(
  text: string,
  key: PublicJwk,
): Promise<{ record: HeadRecord; claims: HeadClaims } | null> {
  const record = await parsePublishedHead(text);
  const claims = record === null ? null : await openRecord(record, key);
  return record === null || claims === null ? null : { record, claims };
}
