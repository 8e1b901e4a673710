/** Prose in the state that frameworks embed in a page. */

import { parseJson } from '../../../lib/parse-json.ts';
import type { Block } from '../../../text/document.ts';
import type { DataScripts } from './data-scripts.ts';
import { flightBlocks } from './flight.ts';
import { extractProse } from './json-prose.ts';
import { parseNuxtPayload } from './nuxt-data.ts';

/** The first framework whose data contains prose counts. */
export function pageStateBlocks(scripts: DataScripts): readonly Block[] {
  const ways = [
    () => scripts.nextData.flatMap((text) => extractProse(nextProps(parseJson(text)))),
    () => flightBlocks(scripts.flight),
    () => scripts.nuxtData.flatMap((text) => extractProse(parseNuxtPayload(parseJson(text)))),
    () => scripts.json.flatMap((text) => extractProse(parseJson(text))),
    () => extractProse(scripts.assigned.flatMap(stringLiterals)),
  ];
  for (const way of ways) {
    const blocks = way();
    if (blocks.length > 0) return blocks;
  }
  return [];
}

/** The rest is routes and settings. */
function nextProps(data: unknown): unknown {
  if (typeof data !== 'object' || data === null || !('props' in data)) return data;
  const { props } = data;
  return typeof props === 'object' && props !== null && 'pageProps' in props ? props.pageProps : props;
}

/** Scripts are never executed. */
function stringLiterals(script: string): readonly string[] {
  const found: string[] = [];
  for (const [literal] of script.matchAll(/"(?:[^"\\\n]|\\.)*"/g)) {
    const text = parseJson(literal);
    if (typeof text === 'string') found.push(text);
  }
  return found;
}
