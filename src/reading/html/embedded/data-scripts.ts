/** Finds data scripts before all scripts are removed. */
import type { CheerioAPI } from 'cheerio';
import { select } from '../dom/select.ts';

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
  const scripts = select($, 'script:not([src])').flatMap((element) => {
    const text = $(element).text();
    const kind = text.length > MAX_SCRIPT_CHARACTERS ? null : kindOf(text, element.attribs);
    return kind === null ? [] : [{ kind, text }];
  });
  const textsOf = (kind: keyof DataScripts) => scripts.filter((one) => one.kind === kind).map(({ text }) => text);
  return {
    jsonLd: textsOf('jsonLd'),
    nextData: textsOf('nextData'),
    flight: textsOf('flight').map((text) => text.trimStart()),
    nuxtData: textsOf('nuxtData'),
    json: textsOf('json'),
    assigned: textsOf('assigned'),
  };
}

function kindOf(text: string, { type = '', id = '' }: Readonly<Record<string, string>>): keyof DataScripts | null {
  if (text === '') return null;
  if (/^application\/ld\+json\b/i.test(type)) return 'jsonLd';
  if (id === '__NEXT_DATA__') return 'nextData';
  if (id === '__NUXT_DATA__') return 'nuxtData';
  if (/^application\/json\b/i.test(type)) return 'json';
  if (text.trimStart().startsWith(FLIGHT_CALL)) return 'flight';
  return STATE_VARIABLES.test(text.slice(0, 20_000)) ? 'assigned' : null;
}
