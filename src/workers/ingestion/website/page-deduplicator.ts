import { createHash } from 'node:crypto';
import { EventLoopBudget } from '../../../lib/event-loop-budget.ts';
import type { ReadPage } from '../../../ports/content/document-reader.ts';
import { pageKey } from '../../../reading/html/page-facts/page-urls.ts';
import { documentParts, type ReadDocument } from '../../../text/document.ts';

export interface DeduplicatedPage {
  /** Has its canonical URL. */
  readonly page: ReadPage;
  /** URL under which it was read before. */
  readonly duplicateOf: string | null;
  readonly links: readonly string[];
}

/**
 * A server that answers any address with one page has its relative links lead from copy to copy without end. A few copies may stand in
 * different folders, as versions of one manual.
 */
const MAX_FOLLOWED_COPIES = 20;

/** Recognises pages that were read before, by canonical URL or identical content. */
export class PageDeduplicator {
  /** By page key. */
  readonly #addresses = new Map<string, string>();
  readonly #contents = new Map<string, string>();
  /** By content and links, as seen from the folder of the copy. */
  readonly #copies = new Map<string, number>();

  /** Not for concurrent use. */
  async deduplicate(url: string, page: ReadPage): Promise<DeduplicatedPage> {
    const preferred = preferredAddress(url, page.canonicalUrl);
    const read = this.#addresses.get(pageKey(url)) ?? this.#addresses.get(pageKey(preferred));
    const { links } = page;
    if (read !== undefined) return { page, duplicateOf: read, links };
    const content = await contentKey(page.document);
    const same = content === null ? undefined : this.#contents.get(content);
    if (content !== null && same !== undefined) {
      return { page, duplicateOf: same, links: await this.#linksOfCopy(content, url, links) };
    }
    this.#addresses.set(pageKey(url), preferred);
    this.#addresses.set(pageKey(preferred), preferred);
    if (content !== null) this.#contents.set(content, preferred);
    return { page: { ...page, document: { ...page.document, url: preferred } }, duplicateOf: null, links };
  }

  async #linksOfCopy(content: string, url: string, links: readonly string[]): Promise<readonly string[]> {
    const key = `${content} ${await linksKey(url, links)}`;
    const count = (this.#copies.get(key) ?? 0) + 1;
    this.#copies.set(key, count);
    return count > MAX_FOLLOWED_COPIES ? [] : links;
  }

  isRead(url: string): boolean {
    return this.#addresses.has(pageKey(url));
  }
}

/**
 * Too many sites declare their start page canonical on every page, so a canonical URL counts only when it differs in the query or in how
 * the path is written.
 */
function preferredAddress(url: string, canonical: string | null): string {
  if (canonical === null) return url;
  const here = new URL(url);
  const there = new URL(canonical);
  const path = (of: URL) => of.pathname.replace(/\/(index\.\w+)?$/i, '').toLowerCase();
  return here.host === there.host && path(here) === path(there) ? canonical : url;
}

/** Returns null for pages with hardly any text: empty application shells are alike and still different pages. */
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

async function linksKey(url: string, links: readonly string[]): Promise<string> {
  const budget = new EventLoopBudget();
  const folder = new URL('.', url).href;
  const hash = createHash('sha256');
  for (const link of links) {
    hash.update(link.startsWith(folder) ? link.slice(folder.length) : link).update('\n');
    if (budget.isUsedUp) await budget.yieldNow();
  }
  return hash.digest('hex');
}
