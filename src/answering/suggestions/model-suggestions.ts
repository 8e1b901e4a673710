/**
 * Reads the suggestions line that a model writes with its answer, and withholds it. The prompt's data cannot hold the marker, so a
 * line is the model's own wherever it stands, and the last one counts. A line with a similar marker, such as a translated one, counts
 * when three questions follow.
 */
import {
  atLineStart,
  type Candidate,
  PLAIN,
  type Scanned,
  type StreamFilter,
  streamRewriter,
  UNDECIDED,
} from '../output-filters/stream-rewriter.ts';
import {
  couldBecomeMarker,
  MAX_LINE_LENGTH,
  MAX_MARKER_LENGTH,
  SUGGESTION_COUNT,
  WRITTEN_MARKER,
} from './suggestions-line.ts';

/** Characters. */
const MAX_QUESTION_LENGTH = 600;
const MAX_LEAD_LENGTH = 50;
/** White space and marks before a marker, also at the end of the text so far. */
const STARTS = /[^\S\n]{0,8}\n[\s>*_#-]{0,40}(?:\\?\[|s|\\?$)|[^\S\n]{0,8}\\?\[|[^\S\n]{0,8}\\?$/gi;
const LEAD = /^[^\S\n]*(?:\n[\s>*_#-]*)?/;

/** `[SUGGESTIONS: …]`, `[VORSCHLÄGE]` and `SUGGESTIONS:`, which `**` may follow. */
const SIMILAR_MARKER = /^(?:\\?\[\s{0,4}(?:suggestions?\s{0,4}:|[\p{L}\p{M}]{4,20}\\?\])|suggestions?[\s*_]{0,4}:)/iu;
const SIMILAR_MARKER_BEGUN = /^\\?\[[\p{L}\p{M}\s]{0,24}\\?$|^s[a-z]{0,10}[\s*_]{0,4}$/iu;
const SEPARATORS = /[|｜]|(?<=[?؟])\s+|(?<=？)/;
const MARKERS = /\\?\[\s{0,4}suggestions?\s{0,4}\\?\]/gi;
const BULLET = /^[\s*_:]*(?:[-•]|\d{1,2}[.)])?[\s*_[]*/;
const TAIL = /[\s\]*_]{1,8}$/;
/** `<|eot_id|>`, `</s>`: servers with the wrong chat template send what ends a turn. */
const SPECIAL_TOKENS = /<[|/]?\w{1,20}\|?>/g;
/** Other lines are text: models also announce their questions. These scripts do without a mark. */
const ENDS_LIKE_QUESTION =
  /[?？؟;。]["'”’»」*_]*$|[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]$/u;

/** @param onSuggestions receives at least one question, again for each further line */
export function suggestionsReader(onSuggestions: (questions: readonly string[]) => void): StreamFilter {
  return streamRewriter({
    starts: STARTS,
    scan(candidate): Scanned {
      const { text, at } = candidate;
      const [lead = ''] = LEAD.exec(text.slice(at, at + MAX_LEAD_LENGTH)) ?? [];
      const from = at + lead.length;
      const marker = WRITTEN_MARKER.exec(text.slice(from, from + MAX_MARKER_LENGTH))?.[0];
      const isLine = lead.includes('\n') || atLineStart(candidate.before);
      const similar = isLine ? SIMILAR_MARKER.exec(text.slice(from, from + MAX_MARKER_LENGTH))?.[0] : undefined;
      const written = marker ?? similar;
      if (written === undefined) return withoutMarker(candidate, from, isLine);
      const begin = from + written.length;
      const read = readQuestions(candidate, begin, isLine);
      if (read === null) return UNDECIDED;
      if (read.questions.length < (isLine && marker !== undefined ? 1 : SUGGESTION_COUNT)) return PLAIN;
      onSuggestions(read.questions);
      return withheld(begin + read.end);
    },
  });
}

/** @param from where a marker would begin */
function withoutMarker({ text, at, complete }: Candidate, from: number, isLine: boolean): Scanned {
  // White space that ends the answer would stand before our own line.
  if (complete) return text.slice(at).trim() === '' ? withheld(text.length) : PLAIN;
  const begun = text.slice(from, from + MAX_MARKER_LENGTH);
  const isBegun = couldBecomeMarker(begun) || (isLine && SIMILAR_MARKER_BEGUN.test(begun));
  return begun.length < MAX_MARKER_LENGTH && isBegun ? UNDECIDED : PLAIN;
}

const withheld = (end: number): Scanned => ({ kind: 'kept', end, output: '' });

interface ReadQuestions {
  readonly questions: readonly string[];
  readonly end: number;
}

/**
 * Returns null until the questions have ended.
 * @param isLine the marker begins its line
 */
function readQuestions({ text, complete }: Candidate, begin: number, isLine: boolean): ReadQuestions | null {
  const rest = text.slice(begin, begin + MAX_LINE_LENGTH);
  const isWhole = complete || rest.length === MAX_LINE_LENGTH;
  return isLine ? readLines(rest, isWhole) : readLine(rest, isWhole);
}

/**
 * Returns null until the line has ended.
 * @param isWhole no more text follows
 */
function readLine(text: string, isWhole: boolean): ReadQuestions | null {
  const newline = text.indexOf('\n');
  if (newline < 0 && !isWhole) return null;
  const end = newline < 0 ? text.length : newline;
  return { questions: questionsIn(text.slice(0, end)), end };
}

/** Models also write the questions as a list below the marker. */
function readLines(text: string, isWhole: boolean): ReadQuestions | null {
  let questions: readonly string[] = [];
  let end = 0;
  for (let from = 0; from <= text.length; ) {
    const read = readLine(text.slice(from), isWhole);
    if (read === null) return null;
    const isBlank = /^[\s*_:]*$/.test(text.slice(from, from + read.end));
    if (read.questions.length === 0 && !isBlank) break;
    questions = [...questions, ...read.questions];
    if (read.questions.length > 0) end = from + read.end;
    if (questions.length >= SUGGESTION_COUNT) break;
    from += read.end + 1;
  }
  return { questions, end };
}

function questionsIn(line: string): readonly string[] {
  return line
    .replace(MARKERS, '|')
    .replace(SPECIAL_TOKENS, '')
    .split(SEPARATORS)
    .map((part) => part.replace(BULLET, '').replace(TAIL, '').replace(/\s+/g, ' ').trim())
    .filter((part) => ENDS_LIKE_QUESTION.test(part) && part.length <= MAX_QUESTION_LENGTH);
}
