import { createHash } from 'node:crypto';
import { EventLoopBudget } from '../../../lib/event-loop-budget.ts';
import type { ReadPage } from '../../../ports/content/document-reader.ts';
import { pageKey } from '../../../reading/html/page-facts/page-urls.ts';
import { documentParts, type ReadDocument } from '../../../text/document.ts';

export interface DeduplicatedPage {
  /** Under its canonical URL. */
  readonly page: ReadPage;
  /** URL under which the same page was read before. */
  readonly duplicateOf: string | null;
}

/** Finds pages that were read before, by canonical URL or identical content. */
export class PageDeduplicator {
  /** Keyed by page key. */
  readonly #addresses = new Map<string, string>();
  readonly #contents = new Map<string, string>();

  /** Not for concurrent use. */
  async deduplicate(url: string, page: ReadPage): Promise<DeduplicatedPage> {
    const preferred = preferredAddress(url, page.canonicalUrl);
    const read = this.#addresses.get(pageKey(url)) ?? this.#addresses.get(pageKey(preferred));
    if (read !== undefined) return { page, duplicateOf: read };
    const content = await contentKey(page.document);
    const same = content === null ? undefined : this.#contents.get(content);
    if (same !== undefined) return { page, duplicateOf: same };
    this.#addresses.set(pageKey(url), preferred);
    this.#addresses.set(pageKey(preferred), preferred);
    if (content !== null) this.#contents.set(content, preferred);
    return { page: { ...page, document: { ...page.document, url: preferred } }, duplicateOf: null };
  }

  isRead(url: string): boolean {
    return this.#addresses.has(pageKey(url));
  }
}

/**
 * Accepts a canonical URL only when it differs in the query or in how the path is written: too many sites declare their start
 * page on every page.
 */
function preferredAddress(url: string, canonical: string | null): string {
  if (canonical === null) return url;
  const here = new URL(url);
  const there = new URL(canonical);
  const path = (of: URL) => of.pathname.replace(/\/(index\.\w+)?$/i, '').toLowerCase();
  return here.host === there.host && path(here) === path(there) ? canonical : url;
}

/** Returns null for pages with hardly any text: empty application shells are all alike and still different pages. */
async function contentKey(document: ReadDocument): Promise<string | null> {
  const budget = new EventLoopBudget();
  const hash = createHash('sha256');
  let characters = 0;
  for (const part of documentParts(document)) {
    hash.update(part);
    characters += part.length;
    if (budget.isUsedUp) await budget.yieldNow();
  }
  return characters < 100 ? null : hash.digest('hex');
}
