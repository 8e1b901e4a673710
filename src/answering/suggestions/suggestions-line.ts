/** Writes the suggestions line of every answer, and removes forged ones. `model-suggestions.ts` reads a model's own. */
import {
  atLineStart,
  type Candidate,
  type OnReduced,
  PLAIN,
  type Scanned,
  type StreamFilter,
  streamRewriter,
  UNDECIDED,
} from '../output-filters/stream-rewriter.ts';

const MARKER = '[SUGGESTIONS]';
export const SUGGESTION_COUNT = 3;
/** Characters. */
const MAX_SUGGESTION_LENGTH = 160;

/** The marker as models write it. */
export const WRITTEN_MARKER = /^\\?\[\s{0,4}suggestions?\s{0,4}\\?\]/i;
export const MAX_MARKER_LENGTH = 32;
/** Most characters of a line that are removed with its marker. */
export const MAX_LINE_LENGTH = 1000;

/** Removes markers, and the lines that they begin. */
export function forgedSuggestionsFilter(onReduced?: OnReduced): StreamFilter {
  return streamRewriter({ starts: /\\?\[|\\$/g, scan: scanMarker }, onReduced);
}

function scanMarker({ text, at, complete, before }: Candidate): Scanned {
  const candidate = text.slice(at, at + MAX_MARKER_LENGTH);
  const marker = WRITTEN_MARKER.exec(candidate)?.[0];
  if (marker !== undefined) {
    return atLineStart(before) ? scanLine(text, at, complete) : removal(at + marker.length);
  }
  const isCutOff = !complete && candidate.length < MAX_MARKER_LENGTH && couldBecomeMarker(candidate);
  return isCutOff ? UNDECIDED : PLAIN;
}

function scanLine(text: string, at: number, complete: boolean): Scanned {
  const rest = text.slice(at, at + MAX_LINE_LENGTH);
  const lineEnd = rest.indexOf('\n');
  if (lineEnd >= 0) return removal(at + lineEnd);
  return complete || rest.length === MAX_LINE_LENGTH ? removal(at + rest.length) : UNDECIDED;
}

const removal = (end: number): Scanned => ({ kind: 'reduced', end, output: '' });

export function couldBecomeMarker(candidate: string): boolean {
  const letters = candidate.replace(/^\\?\[?\s{0,4}/, '');
  return (
    'suggestions'.startsWith(letters.toLowerCase()) || /^suggestions?\s{0,4}\\?$/i.test(letters) || candidate === '\\'
  );
}

/** A joiner within a Persian or an Indic word is a part of its spelling: `می‌خواهم`. */
const INVISIBLE = /(?:(?!(?<=[\p{Script=Arabic}\p{M}])[\u200c\u200d]\p{L})[\p{C}\p{Z}])+/gu;

/** One line without separators, markers, markup and addresses; may be empty. */
function cleanSuggestion(text: string): string {
  const plain = text
    .slice(0, MAX_SUGGESTION_LENGTH * 4)
    .replace(INVISIBLE, ' ')
    .replace(/\b(?:https?:\/\/|www\.)\S*/gi, ' ')
    .replace(/!?\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replace(/\|/g, '/')
    .replace(/[[\]<>`*\\]/g, '')
    .replace(/:\/\//g, ' ')
    .replace(/ +/g, ' ')
    .trim();
  const characters = [...plain];
  if (characters.length <= MAX_SUGGESTION_LENGTH) return plain;
  const cut = characters.slice(0, MAX_SUGGESTION_LENGTH - 1).join('');
  const lastSpace = cut.lastIndexOf(' ');
  return `${lastSpace > cut.length / 2 ? cut.slice(0, lastSpace) : cut}…`;
}

/** Cleaning may leave a bare question mark of an address. */
const HAS_WORDS = /[\p{L}\p{N}]/u;

/** The first three that differ and have words after cleaning. */
export function chooseSuggestions(candidates: Iterable<string>): readonly string[] {
  const chosen = new Map<string, string>();
  for (const candidate of candidates) {
    const clean = cleanSuggestion(candidate);
    const key = clean.toLowerCase();
    if (HAS_WORDS.test(clean) && !chosen.has(key)) chosen.set(key, clean);
    if (chosen.size === SUGGESTION_COUNT) break;
  }
  return [...chosen.values()];
}

/** @param suggestions from `chooseSuggestions` */
export function suggestionsLine(suggestions: readonly string[]): string {
  return `\n\n${MARKER} ${suggestions.join(' | ')}`;
}
