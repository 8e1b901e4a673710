/** Adds embedded data to the visible text: structured facts always, script data when the text is too short. */
import { type Block, contentLength, documentText } from '../../text/document.ts';
import type { DataScripts } from './embedded/data-scripts.ts';
import { articleBody, structuredBody, structuredFacts } from './embedded/json-ld.ts';
import { pageStateBlocks } from './embedded/page-state.ts';

/** Shorter visible text is incomplete. */
const MIN_CONTENT_CHARACTERS = 200;

/** @param description the meta description, used when there is little other text */
export function addEmbeddedContent(
  visible: readonly Block[],
  scripts: DataScripts,
  description: string,
): readonly Block[] {
  const filled = hasEnoughText(visible) ? completed(visible, scripts.jsonLd) : addScriptContent(visible, scripts);
  const whole = [...filled, ...structuredFacts(scripts.jsonLd, containedIn(filled))];
  if (description === '' || hasEnoughText(whole) || containedIn(whole)(description)) return whole;
  return [{ kind: 'paragraph', text: description }, ...whole];
}

/** Some pages show the beginning of an article to those who are not signed in, and hold the whole in their data. */
const MIN_LONGER = 2;

function completed(visible: readonly Block[], scripts: readonly string[]): readonly Block[] {
  const body = articleBody(scripts);
  const isLonger = contentLength({ blocks: body }) >= contentLength({ blocks: visible }) * MIN_LONGER;
  return isLonger ? addMissing(visible, body) : visible;
}

const hasEnoughText = (blocks: readonly Block[]) => contentLength({ blocks }) >= MIN_CONTENT_CHARACTERS;

function addScriptContent(visible: readonly Block[], scripts: DataScripts): readonly Block[] {
  const state = pageStateBlocks(scripts);
  const body = structuredBody(scripts.jsonLd);
  const fuller = contentLength({ blocks: state }) >= contentLength({ blocks: body }) ? state : body;
  return addMissing(visible, fuller);
}

export function addMissing(blocks: readonly Block[], more: readonly Block[]): readonly Block[] {
  const said = containedIn(blocks);
  const missing = more.filter((block) => block.kind === 'heading' || !said(documentText({ blocks: [block] })));
  return missing.some(({ kind }) => kind !== 'heading') ? [...blocks, ...missing] : blocks;
}

/** Ignores spaces and punctuation, in which page and data differ. */
function containedIn(blocks: readonly Block[]): (text: string) => boolean {
  const known = normalize(documentText({ blocks }));
  return (text) => known.includes(normalize(text));
}

const normalize = (text: string) =>
  text
    .replace(/<[^<>]*>/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .toLowerCase();
