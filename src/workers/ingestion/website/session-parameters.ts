import { EventLoopBudget } from '../../../lib/event-loop-budget.ts';

/** Pages whose links must show it before a parameter counts as a session. */
const MIN_PAGES = 3;
/** Paths that a page links to with the new value. Pagination leads to one. */
const MIN_PATHS = 2;
/** Names that are watched; a hostile site could invent them without end. */
const MAX_NAMES = 10;

/**
 * Finds query parameters that hold a session, whatever their name: a page that is asked for with one value gives all its links another,
 * new one. Each page of such a site has an address of its own on each visit.
 */
export class SessionParameters {
  /** The new values by name; null for a parameter that is none, because a page kept its value or two pages share one. */
  readonly #newValues = new Map<string, Set<string> | null>();
  readonly #found = new Set<string>();

  /** @returns true when the links of this page prove another parameter to hold a session */
  async observe(asked: string, links: readonly string[]): Promise<boolean> {
    const foundBefore = this.#found.size;
    for (const [name, value] of new URL(asked).searchParams) {
      if (!this.#isWatched(name)) continue;
      const { values, paths } = await linkedWith(name, links);
      const [first] = values;
      if (values.has(value)) this.#newValues.set(name, null);
      else if (first !== undefined && values.size === 1 && paths.size >= MIN_PATHS) this.#addNewValue(name, first);
    }
    return this.#found.size > foundBefore;
  }

  /** The URL without its sessions. */
  without(url: string): string {
    if (this.#found.size === 0 || !url.includes('?')) return url;
    const bare = new URL(url);
    const held = [...this.#found].filter((name) => bare.searchParams.has(name));
    // Deleting reserializes the query, so URLs without sessions stay as written.
    for (const name of held) bare.searchParams.delete(name);
    return bare.href;
  }

  #isWatched(name: string): boolean {
    if (this.#found.has(name) || this.#newValues.get(name) === null) return false;
    return this.#newValues.has(name) || this.#newValues.size < MAX_NAMES;
  }

  #addNewValue(name: string, value: string): void {
    const values = this.#newValues.get(name) ?? new Set();
    this.#newValues.set(name, values.has(value) ? null : values.add(value));
    if (values.size >= MIN_PAGES) this.#found.add(name);
  }
}

/** Values that links give the parameter, and the paths of these links. */
async function linkedWith(
  name: string,
  links: readonly string[],
): Promise<{ values: Set<string>; paths: Set<string> }> {
  const values = new Set<string>();
  const paths = new Set<string>();
  const budget = new EventLoopBudget();
  for (const link of links) {
    if (budget.isUsedUp) await budget.yieldNow();
    const { pathname, searchParams } = new URL(link);
    const value = searchParams.get(name);
    if (value === null) continue;
    values.add(value);
    paths.add(pathname);
  }
  return { values, paths };
}
