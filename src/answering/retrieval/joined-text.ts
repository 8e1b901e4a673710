/** Joins the text of neighbouring passages without their overlap, within one section. */
import type { Passage } from '../../ports/search-index.ts';
import { sentencesOf } from '../../text/chunking/sentences.ts';
import { estimateTokens } from '../../text/chunking/token-estimate.ts';

/** Two pieces; a list item can hold several sentences. */
const MOST_REPEATED = 12;
const HEADING = /^#{1,6}\s/;
const FENCE = '```';
/** Start of a passage within a video. */
const MOMENT = /[?&]t=\d+s?\b/;

/** The part of a later passage that continues an earlier one: its sentences behind the overlap. */
export interface Continuation {
  /** Text between the earlier passage and the first sentence. */
  readonly gap: string;
  readonly sentences: readonly string[];
  /** Overlapping sentences. */
  readonly repeated: number;
}

/** Null when the later passage belongs to another page or section. */
export function continuationOf(earlier: Passage, later: Passage): Continuation | null {
  if (!followsOn(earlier, later)) return null;
  const before = spoken(earlier.text);
  const after = spoken(later.text);
  const repeated = repeatedSentences(before, after);
  // Passages of one section overlap, or have equal headings when the sentence between them is too long to repeat.
  if (repeated === 0 && earlier.headings.join('\n') !== later.headings.join('\n')) return null;
  const gap = repeated === 0 ? '\n' : (/\s*$/.exec(after[repeated - 1] ?? '')?.[0] ?? '');
  return { gap, sentences: after.slice(repeated), repeated };
}

/** Up to the next section. Empty when its first sentence does not fit. */
export function beginningOf({ gap, sentences }: Continuation, tokens: number): string {
  const taken: string[] = [];
  let left = tokens;
  for (const sentence of sentences) {
    left -= estimateTokens(sentence);
    if (left < 0 || HEADING.test(sentence) || sentence.startsWith(FENCE)) break;
    taken.push(sentence);
  }
  return taken.length === 0 ? '' : gap + taken.join('').trimEnd();
}

/** Within the last section of the earlier passage, without the overlap. */
export function endingOf(earlier: Passage, { gap, repeated }: Continuation, tokens: number): string {
  const sentences = spoken(earlier.text);
  const taken: string[] = [];
  let left = tokens;
  for (const sentence of sentences.slice(0, sentences.length - repeated).reverse()) {
    left -= estimateTokens(sentence);
    if (left < 0 || HEADING.test(sentence) || sentence.startsWith(FENCE)) break;
    taken.unshift(sentence);
  }
  const text = taken.join('').trimStart();
  // Text before the overlap keeps the space that divides them.
  return text === '' || repeated > 0 ? text : text.trimEnd() + gap;
}

function followsOn(earlier: Passage, later: Passage): boolean {
  return (
    earlier.generation === later.generation &&
    earlier.ordinal + 1 === later.ordinal &&
    earlier.title === later.title &&
    earlier.url?.replace(MOMENT, '') === later.url?.replace(MOMENT, '')
  );
}

const spoken = (text: string): readonly string[] => [...sentencesOf(text)].map((sentence) => sentence.text);

function repeatedSentences(before: readonly string[], after: readonly string[]): number {
  for (let count = Math.min(MOST_REPEATED, before.length, after.length); count > 0; count -= 1) {
    const ends = before.slice(-count);
    if (ends.every((sentence, place) => sentence.trim() === after[place]?.trim())) return count;
  }
  return 0;
}
