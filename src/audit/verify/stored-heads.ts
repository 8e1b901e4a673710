/** Opens the heads that are stored beside the log, or were exported. */
import { openPublishedHead } from '../../event-log/tree/published-head.ts';
import type { PublicJwk } from '../../event-log/tree/signed-head.ts';
import type { ReadableTreeHeads } from '../../ports/tree-heads.ts';
import type { KnownTreeHead } from './known-tree-heads.ts';

export type StoredHeads =
  | { readonly ok: true; readonly heads: readonly KnownTreeHead[] }
  /** A head that cannot be read, or that the key did not sign, by its place among the texts. */
  | { readonly ok: false; readonly source: KnownTreeHead['source']; readonly index: number };

export async function headsBeside(store: ReadableTreeHeads, key: PublicJwk): Promise<StoredHeads> {
  const newest = await store.newest();
  const opened = await openHeads(newest === null ? [] : [newest], key, 'beside the log');
  if (!opened.ok) return opened;
  const contradicted = await openHeads(await store.contradicted(), key, 'kept as contradicted');
  return contradicted.ok ? { ok: true, heads: [...opened.heads, ...contradicted.heads] } : contradicted;
}

export async function openHeads(
  texts: readonly string[],
  key: PublicJwk,
  source: KnownTreeHead['source'],
): Promise<StoredHeads> {
  const heads: KnownTreeHead[] = [];
  for (const [index, text] of texts.entries()) {
    const opened = await openPublishedHead(text, key);
    if (opened === null) return { ok: false, source, index };
    heads.push({ ...opened.claims, leaves: opened.record.leaves, source });
  }
  return { ok: true, heads };
}
