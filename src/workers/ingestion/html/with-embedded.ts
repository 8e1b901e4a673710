/** Completes what stands on a page with what its data says: everything where scripts would have written the page, facts anywhere. */
import { type Block, contentLength, documentText } from '../../../text/document.ts';
import { bodyOfStructuredData, factsOfStructuredData } from './embedded/json-ld.ts';
import { pageStateBlocks } from './embedded/page-state.ts';
import type { DataScripts } from './embedded/scripts.ts';

/** Less text than this leaves a visitor's question open. */
const LITTLE_TEXT = 200;

/** @param description what the page says of itself to search engines: better than nothing */
export function withEmbedded(visible: readonly Block[], scripts: DataScripts, description: string): readonly Block[] {
  const filled = says(visible) ? visible : filledUp(visible, scripts);
  const whole = [...filled, ...factsOfStructuredData(scripts.jsonLd, saidIn(filled))];
  if (description === '' || says(whole) || saidIn(whole)(description)) return whole;
  return [{ kind: 'paragraph', text: description }, ...whole];
}

const says = (blocks: readonly Block[]) => contentLength({ blocks }) >= LITTLE_TEXT;

function filledUp(visible: readonly Block[], scripts: DataScripts): readonly Block[] {
  const state = pageStateBlocks(scripts);
  const body = bodyOfStructuredData(scripts.jsonLd);
  const fuller = contentLength({ blocks: state }) >= contentLength({ blocks: body }) ? state : body;
  const said = saidIn(visible);
  const missing = fuller.filter((block) => block.kind === 'heading' || !said(documentText({ blocks: [block] })));
  return missing.some(({ kind }) => kind !== 'heading') ? [...visible, ...missing] : visible;
}

/** Whether the blocks say a text already. Spaces and marks do not count: the data and the page differ in them. */
function saidIn(blocks: readonly Block[]): (text: string) => boolean {
  const known = lettersOf(documentText({ blocks }));
  return (text) => known.includes(lettersOf(text));
}

const lettersOf = (text: string) =>
  text
    .replace(/<[^<>]*>/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .toLowerCase();
