/** The data that frameworks leave in a page for their scripts, as far as it is text for people. */
import type { Block } from '../../../../text/document.ts';
import { flightBlocks } from './flight.ts';
import { nuxtData } from './nuxt-data.ts';
import { proseOfData } from './prose-of-data.ts';
import { type DataScripts, parsedJson } from './scripts.ts';

/** What a framework's data says, of the first framework that left any. */
export function pageStateBlocks(scripts: DataScripts): readonly Block[] {
  const ways = [
    () => scripts.nextData.flatMap((text) => proseOfData(nextProps(parsedJson(text)))),
    () => flightBlocks(scripts.flight),
    () => scripts.nuxtData.flatMap((text) => proseOfData(nuxtData(parsedJson(text)))),
    () => scripts.json.flatMap((text) => proseOfData(parsedJson(text))),
    () => proseOfData(scripts.assigned.flatMap(stringLiterals)),
  ];
  for (const way of ways) {
    const blocks = way();
    if (blocks.length > 0) return blocks;
  }
  return [];
}

/** What the page is rendered from; around it stand routes and settings. */
function nextProps(data: unknown): unknown {
  if (typeof data !== 'object' || data === null || !('props' in data)) return data;
  const { props } = data;
  return typeof props === 'object' && props !== null && 'pageProps' in props ? props.pageProps : props;
}

/** The strings of a script that is no JSON: nothing of a stranger's page is ever run to find out more. */
function stringLiterals(script: string): readonly string[] {
  const found: string[] = [];
  for (const [literal] of script.matchAll(/"(?:[^"\\\n]|\\.)*"/g)) {
    const text = parsedJson(literal);
    if (typeof text === 'string') found.push(text);
  }
  return found;
}
