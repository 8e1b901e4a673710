import { createHash } from 'node:crypto';
import type { ReadPage } from '../../../ports/document-reader.ts';
import { Turns } from '../../../runtime/turns.ts';
import { documentParts, type ReadDocument } from '../../../text/document.ts';
import { pageKey } from '../html/page-urls.ts';

export interface Folded {
  /** The page under the address that the site prefers for it. */
  readonly page: ReadPage;
  /** The address under which the same page was read before; null when it is new. */
  readonly sameAs: string | null;
}

/** Finds pages that come twice: under a preferred address they declare, or with the very same content. */
export class PageFolding {
  /** Page keys of what was read, with the address each was read under. */
  readonly #addresses = new Map<string, string>();
  readonly #contents = new Map<string, string>();

  /** Of one page at a time. */
  async fold(url: string, page: ReadPage): Promise<Folded> {
    const preferred = preferredAddress(url, page.canonicalUrl);
    const read = this.#addresses.get(pageKey(url)) ?? this.#addresses.get(pageKey(preferred));
    if (read !== undefined) return { page, sameAs: read };
    const content = await contentKey(page.document);
    const same = content === null ? undefined : this.#contents.get(content);
    if (same !== undefined) return { page, sameAs: same };
    this.#addresses.set(pageKey(url), preferred);
    this.#addresses.set(pageKey(preferred), preferred);
    if (content !== null) this.#contents.set(content, preferred);
    return { page: { ...page, document: { ...page.document, url: preferred } }, sameAs: null };
  }

  isRead(url: string): boolean {
    return this.#addresses.has(pageKey(url));
  }
}

/**
 * The declared canonical address, when it only differs in its query or in how the path is written. Sites that declare their start
 * page on every page are too common to believe more.
 */
function preferredAddress(url: string, canonical: string | null): string {
  if (canonical === null) return url;
  const here = new URL(url);
  const there = new URL(canonical);
  const path = (of: URL) => of.pathname.replace(/\/(index\.\w+)?$/i, '').toLowerCase();
  return here.host === there.host && path(here) === path(there) ? canonical : url;
}

/** Null for pages with hardly any text: shells that scripts fill are all alike and still are not one page. */
async function contentKey(document: ReadDocument): Promise<string | null> {
  const turns = new Turns();
  const hash = createHash('sha256');
  let characters = 0;
  for (const part of documentParts(document)) {
    hash.update(part);
    characters += part.length;
    if (turns.isLong) await turns.pass();
  }
  return characters < 100 ? null : hash.digest('hex');
}
