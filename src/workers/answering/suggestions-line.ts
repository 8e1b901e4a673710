/**
 * The line with follow-up questions that ends every answer, written by us alone: whatever a model or a page says, no other text
 * of the answer looks like it, and nothing in a question can break it.
 */
import { atLineStart, PLAIN, type StreamFilter, streamRewriter, UNDECIDED } from './stream-rewriter.ts';

const MARKER = '[SUGGESTIONS]';
export const SUGGESTION_COUNT = 3;
/** Characters. */
const LONGEST_SUGGESTION = 160;

const FORGED = /^\\?\[\s{0,4}suggestions?\s{0,4}\\?\]/i;
const LONGEST_FORGED = 32;
/** A line of questions that a model wrote by itself goes with its marker, up to so many characters. */
const LONGEST_FORGED_LINE = 1000;

/** Takes every `[SUGGESTIONS]` out of a text, and the rest of the line that it begins. */
export function forgedSuggestionsFilter(): StreamFilter {
  return streamRewriter({
    starts: /\\?\[|\\$/g,
    scan(text, at, complete, before) {
      const candidate = text.slice(at, at + LONGEST_FORGED);
      const forged = FORGED.exec(candidate)?.[0];
      if (forged === undefined) {
        return !complete && candidate.length < LONGEST_FORGED && couldBecomeForged(candidate) ? UNDECIDED : PLAIN;
      }
      if (!atLineStart(before)) return { kind: 'reduced', end: at + forged.length, output: '' };
      const rest = text.slice(at, at + LONGEST_FORGED_LINE);
      const lineEnd = rest.indexOf('\n');
      if (lineEnd < 0 && !complete && rest.length < LONGEST_FORGED_LINE) return UNDECIDED;
      return { kind: 'reduced', end: at + (lineEnd < 0 ? rest.length : lineEnd), output: '' };
    },
  });
}

function couldBecomeForged(candidate: string): boolean {
  const letters = candidate.replace(/^\\?\[?\s{0,4}/, '');
  return (
    'suggestions'.startsWith(letters.toLowerCase()) || /^suggestions?\s{0,4}\\?$/i.test(letters) || candidate === '\\'
  );
}

/** One line, no separators, no marker, no markup that a renderer would act on. Empty when nothing is left. */
function cleanSuggestion(text: string): string {
  const plain = text
    .slice(0, LONGEST_SUGGESTION * 4)
    .replace(/[\p{C}\p{Z}]+/gu, ' ')
    .replace(/\b(?:https?:\/\/|www\.)\S*/gi, ' ')
    .replace(/!?\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replace(/\|/g, '/')
    .replace(/[[\]<>`*\\]/g, '')
    .replace(/:\/\//g, ' ')
    .replace(/ +/g, ' ')
    .trim();
  const characters = [...plain];
  if (characters.length <= LONGEST_SUGGESTION) return plain;
  const cut = characters.slice(0, LONGEST_SUGGESTION - 1).join('');
  const lastSpace = cut.lastIndexOf(' ');
  return `${lastSpace > cut.length / 2 ? cut.slice(0, lastSpace) : cut}…`;
}

/** The first three different questions among the candidates that are still something after cleaning. */
export function chooseSuggestions(candidates: Iterable<string>): readonly string[] {
  const chosen = new Map<string, string>();
  for (const candidate of candidates) {
    const clean = cleanSuggestion(candidate);
    const key = clean.toLowerCase();
    if (clean !== '' && !chosen.has(key)) chosen.set(key, clean);
    if (chosen.size === SUGGESTION_COUNT) break;
  }
  return [...chosen.values()];
}

/** What is streamed after the answer. The questions have been chosen by `chooseSuggestions`. */
export function suggestionsLine(suggestions: readonly string[]): string {
  return `\n\n${MARKER} ${suggestions.join(' | ')}`;
}
