/** Puts the text of neighbouring passages together: said once what both say, and nothing of another section. */
import type { Passage } from '../../ports/search-index.ts';
import { sentencesOf } from '../../text/chunking/sentences.ts';
import { estimateTokens } from '../../text/chunking/token-estimate.ts';

/** No passage repeats more sentences of the one before: two pieces, of which a list item can hold some. */
const MOST_REPEATED = 12;
const HEADING = /^#{1,6}\s/;
const FENCE = '```';
/** Where in a video a passage begins. */
const MOMENT = /[?&]t=\d+s?\b/;

/** What of a passage goes on in the next one: its sentences behind those that are repeated, each with the space that follows it. */
export interface Continuation {
  /** Between the end of the earlier passage and the first sentence. */
  readonly gap: string;
  readonly sentences: readonly string[];
  /** Sentences that end the earlier passage and begin the later one. */
  readonly repeated: number;
}

/** Null when the later passage stands elsewhere: on another page, or in another section. */
export function continuationOf(earlier: Passage, later: Passage): Continuation | null {
  if (!followsOn(earlier, later)) return null;
  const before = spoken(earlier.text);
  const after = spoken(later.text);
  const repeated = repeatedSentences(before, after);
  // Passages of one section overlap, or stand under the same headings when what divides them is too long to be repeated.
  if (repeated === 0 && earlier.headings.join('\n') !== later.headings.join('\n')) return null;
  const gap = repeated === 0 ? '\n' : (/\s*$/.exec(after[repeated - 1] ?? '')?.[0] ?? '');
  return { gap, sentences: after.slice(repeated), repeated };
}

/** The beginning of a continuation, up to where another section begins. Empty when not even its first sentence fits. */
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

/** The end of the earlier passage, from the beginning of its last section at most, without the sentences that are repeated. */
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
  // What stands before repeated sentences ends with the very space that divides them.
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
