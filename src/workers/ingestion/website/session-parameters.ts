import { EventLoopBudget } from '../../../lib/event-loop-budget.ts';

/** Pages that must show it before a parameter counts as a session. */
const MIN_PAGES = 3;
/** Paths that a page links to with the new value. Pagination leads to one. */
const MIN_PATHS = 2;
/** A session is in all links of a page to its site, a cursor or a date only in those that lead on. */
const MIN_SHARE_OF_LINKS = 0.8;
/** A page number, a year or an id, under however many paths. */
const COUNTED = /^\d{1,9}$/;
/** Bounds the names of a hostile site: each is sought in all links of a page. */
const MAX_NAMES = 10;

/**
 * Finds query parameters that hold a session, whatever their name: a page asked for with one value gives all its links another, new one, so
 * each page has another address on each visit.
 */
export class SessionParameters {
  /** New values by name; null for a parameter that is no session, because a page kept its value or two pages share one. */
  readonly #newValues = new Map<string, Set<string> | null>();
  readonly #found = new Set<string>();

  /**
   * @param links to the site itself
   * @returns true when this page proves another parameter to hold a session
   */
  async observe(asked: string, links: readonly string[]): Promise<boolean> {
    const foundBefore = this.#found.size;
    const watched = this.#watchedOf(asked);
    if (watched.size === 0) return false;
    for (const { name, own, values, paths, count } of await linkedWith(watched, links)) {
      if (!this.#isWatched(name)) continue;
      const [first = '', ...others] = values;
      const isInAll = paths.size >= MIN_PATHS && count >= links.length * MIN_SHARE_OF_LINKS;
      if (values.has(own)) this.#newValues.set(name, null);
      else if (isInAll && others.length === 0 && !COUNTED.test(first)) this.#addNewValue(name, first);
    }
    return this.#found.size > foundBefore;
  }

  without(url: string): string {
    if (this.#found.size === 0 || !url.includes('?')) return url;
    const bare = new URL(url);
    const held = [...this.#found].filter((name) => bare.searchParams.has(name));
    // Deleting reserializes the query, so URLs without sessions stay as written.
    for (const name of held) bare.searchParams.delete(name);
    return bare.href;
  }

  #watchedOf(asked: string): ReadonlyMap<string, string> {
    const watched = new Map<string, string>();
    for (const [name, value] of new URL(asked).searchParams) {
      if (watched.size === MAX_NAMES) break;
      if (!watched.has(name) && this.#isWatched(name)) watched.set(name, value);
    }
    return watched;
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

interface LinkedParameter {
  readonly name: string;
  /** Value in the address of the page. */
  readonly own: string;
  /** Values in links of the page, with the paths and number of these links. */
  readonly values: Set<string>;
  readonly paths: Set<string>;
  count: number;
}

async function linkedWith(
  parameters: ReadonlyMap<string, string>,
  links: readonly string[],
): Promise<readonly Readonly<LinkedParameter>[]> {
  const linked = Array.from(
    parameters,
    ([name, own]): LinkedParameter => ({ name, own, values: new Set(), paths: new Set(), count: 0 }),
  );
  const budget = new EventLoopBudget();
  for (const link of links) {
    if (budget.isUsedUp) await budget.yieldNow();
    const { pathname, searchParams } = new URL(link);
    for (const parameter of linked) addLink(parameter, pathname, searchParams.get(parameter.name));
  }
  return linked;
}

function addLink(parameter: LinkedParameter, path: string, value: string | null): void {
  if (value === null) return;
  parameter.values.add(value);
  parameter.paths.add(path);
  parameter.count += 1;
}
