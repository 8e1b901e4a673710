/** Joins the text of neighbouring passages without their overlap, within one section. */
import type { Passage } from '../../ports/search-index.ts';
import { sentencesOf } from '../../text/chunking/sentences.ts';
import { estimateTokens } from '../../text/chunking/token-estimate.ts';
import { perPassage } from './passage-cache.ts';

/** Most sentences of an overlap of two pieces; a list item can hold several. */
const MOST_REPEATED = 12;
const HEADING = /^#{1,6}\s/;
const FENCE = '```';
/** Start of a passage within a video. */
const MOMENT = /[?&]t=\d+s?\b/;

/** Sentences of a later passage that continue an earlier one, after their overlap. */
export interface Continuation {
  /** White space before the first sentence. */
  readonly gap: string;
  readonly sentences: readonly string[];
  /** Index of the first sentence in the later text. */
  readonly from: number;
  /** Overlapping sentences of the earlier passage. */
  readonly repeated: number;
}

/** Part of a passage's text, in UTF-16 units. Never empty. */
export interface Slice {
  readonly from: number;
  readonly to: number;
}

/** Returns null when the later passage belongs to another page or section. */
export function continuationOf(earlier: Passage, later: Passage): Continuation | null {
  if (!followsOn(earlier, later)) return null;
  const before = spoken(earlier);
  const after = spoken(later);
  const { earlierSentences: repeated, laterSentences } = overlapOf(before, after);
  // Without an overlap, equal headings show one section: a long sentence is not repeated.
  if (repeated === 0 && earlier.headings.join('\n') !== later.headings.join('\n')) return null;
  const gap = repeated === 0 ? '\n' : (/\s*$/.exec(after[laterSentences - 1] ?? '')?.[0] ?? '');
  return { gap, sentences: after.slice(laterSentences), from: lengthOf(after.slice(0, laterSentences)), repeated };
}

/** Returns null when the first sentence does not fit. Ends before the next section. */
export function beginningOf({ sentences, from }: Continuation, tokens: number): Slice | null {
  const to = from + fitting(sentences, tokens).join('').trimEnd().length;
  return to === from ? null : { from, to };
}

/** Text before the overlap, within the last section. Null when the last sentence does not fit. */
export function endingOf(earlier: Passage, { repeated }: Continuation, tokens: number): Slice | null {
  const sentences = spoken(earlier);
  const before = sentences.slice(0, sentences.length - repeated);
  const end = lengthOf(before);
  const taken = fitting(before.reverse(), tokens).reverse().join('');
  const text = taken.trimStart();
  // Text before the overlap keeps its final space.
  const to = end - (repeated > 0 ? 0 : text.length - text.trimEnd().length);
  const from = end - text.length;
  return to <= from ? null : { from, to };
}

function fitting(sentences: readonly string[], tokens: number): string[] {
  const taken: string[] = [];
  let left = tokens;
  for (const sentence of sentences) {
    left -= estimateTokens(sentence);
    if (left < 0 || HEADING.test(sentence) || sentence.startsWith(FENCE)) break;
    taken.push(sentence);
  }
  return taken;
}

function followsOn(earlier: Passage, later: Passage): boolean {
  return (
    earlier.generation === later.generation &&
    earlier.ordinal + 1 === later.ordinal &&
    earlier.title === later.title &&
    earlier.url?.replace(MOMENT, '') === later.url?.replace(MOMENT, '')
  );
}

const spoken = perPassage(({ text }): readonly string[] => Array.from(sentencesOf(text), (sentence) => sentence.text));

const lengthOf = (sentences: readonly string[]): number => sentences.reduce((sum, { length }) => sum + length, 0);

interface Overlap {
  readonly earlierSentences: number;
  /** The same text may be split differently: at the beginning of a passage, `14.` stays with its item. */
  readonly laterSentences: number;
}

/** Code never overlaps: a closing fence only looks like the one that opens the next block. */
function overlapOf(before: readonly string[], after: readonly string[]): Overlap {
  const beginnings = new Map<string, number>();
  for (let count = 1; count <= Math.min(MOST_REPEATED, after.length); count += 1)
    beginnings.set(oneLine(after.slice(0, count)), count);
  for (let count = Math.min(MOST_REPEATED, before.length); count > 0; count -= 1) {
    const end = before.slice(-count);
    const laterSentences = beginnings.get(oneLine(end));
    if (laterSentences !== undefined && !end.some((sentence) => sentence.startsWith(FENCE)))
      return { earlierSentences: count, laterSentences };
  }
  return { earlierSentences: 0, laterSentences: 0 };
}

const oneLine = (sentences: readonly string[]): string => sentences.join('').replace(/\s+/g, ' ').trim();
