/** Finds data scripts before all scripts are removed. */
import type { CheerioAPI } from 'cheerio';
import { select } from '../select.ts';

export interface DataScripts {
  readonly jsonLd: readonly string[];
  readonly nextData: readonly string[];
  /** Arguments of `self.__next_f.push`, in order. */
  readonly flight: readonly string[];
  readonly nuxtData: readonly string[];
  readonly json: readonly string[];
  /** Assignments of the page's state: `window.__NUXT__=...`. */
  readonly assigned: readonly string[];
}

const MAX_SCRIPT_CHARACTERS = 4_000_000;
const STATE_VARIABLES =
  /\b(?:__NUXT__|__INITIAL_STATE__|__PRELOADED_STATE__|__APOLLO_STATE__|__INITIAL_DATA__|__APP_STATE__)\b/;
const FLIGHT_CALL = 'self.__next_f.push(';

export function findDataScripts($: CheerioAPI): DataScripts {
  const found = {
    jsonLd: [] as string[],
    nextData: [] as string[],
    flight: [] as string[],
    nuxtData: [] as string[],
    json: [] as string[],
    assigned: [] as string[],
  };
  for (const element of select($, 'script:not([src])')) {
    const text = $(element).text();
    if (text.length === 0 || text.length > MAX_SCRIPT_CHARACTERS) continue;
    const { type = '', id = '' } = element.attribs;
    if (/^application\/ld\+json\b/i.test(type)) found.jsonLd.push(text);
    else if (id === '__NEXT_DATA__') found.nextData.push(text);
    else if (id === '__NUXT_DATA__') found.nuxtData.push(text);
    else if (/^application\/json\b/i.test(type)) found.json.push(text);
    else if (text.trimStart().startsWith(FLIGHT_CALL)) found.flight.push(text.trimStart());
    else if (STATE_VARIABLES.test(text.slice(0, 20_000))) found.assigned.push(text);
  }
  return found;
}
