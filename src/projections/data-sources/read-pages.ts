/** Pages whose passages a chatbot answers from. They are read from the manifest of the run; no list of pages is stored. */
import { EventLoopBudget } from '../../lib/event-loop-budget.ts';
import { type ManifestPage, readPages } from './manifest.ts';
import { addressTexts, type SearchedList, SearchedPage } from './searched-list.ts';

export interface ReadPageList {
  readonly pages: readonly ManifestPage[];
  /** `null` on the last page of the list. */
  readonly nextAfter: string | null;
}

/**
 * Lists pages in the order of the crawl. Reads the manifest up to the end of the list's page; a search reads on to its next
 * match.
 * @throws Error when the bytes are no manifest of this version
 */
export async function listReadPages(manifest: AsyncIterable<Uint8Array>, list: SearchedList): Promise<ReadPageList> {
  const budget = new EventLoopBudget();
  const found = new SearchedPage<ManifestPage>(list);
  let place = 0;
  for await (const page of readPages(manifest)) {
    place += 1;
    found.offer(page, place, page.title, ...addressTexts(page.url ?? ''));
    if (found.isComplete) break;
    if (budget.isUsedUp) await budget.yieldNow();
  }
  return { pages: found.entries, nextAfter: found.nextAfter };
}
