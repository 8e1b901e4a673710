/**
 * Maps cited passage numbers (`[2]`, `[1, 3]`, `[2-4]`, `[^1]`, `[passage 2]`, `(source 1)`, `【2†source】`) to source numbers and
 * removes invented ones. Leaves code alone, where `[0]` is an index.
 */
import {
  type Candidate,
  type OnReduced,
  PLAIN,
  type RewriteRule,
  type Scanned,
  type StreamFilter,
  streamRewriter,
  UNDECIDED,
} from './stream-rewriter.ts';

/** Numbers count from 1; null removes the citation. Called in the order of the text. */
export type SourceNumber = (passageNumber: number) => number | null;

/** Characters. */
const MAX_MARKER_LENGTH = 100;
const MAX_CODE_LENGTH = 300;
/** A wider range is a mistake of the model. */
const MAX_RANGE = 20;

/** Words that models put before the number, as the prompt has them or in the language of the answer. */
const LABELS = (
  'passage passages source sources citation citations reference references ref refs quelle quellen textstelle textstellen ' +
  'fuente fuentes pasaje pasajes fonte fontes fonti bron bronnen źródło źródła källa kilde kaynak источник 来源 出典 출처'
).split(' ');
const LABEL = `(?:${LABELS.toReversed().join('|')})[\\s:.#=]{0,3}`;
/** A source's letter beside or in place of a number tells visitors nothing. */
const CITED = `["“]?\\^?\\d{1,9}["”]?|${LABEL}["“]?(?:\\d{1,9}|[a-h])["”]?`;
const LIST = `(?:${CITED})(?:\\s*(?:[,;–-]|and|&)\\s*(?:${CITED}))*`;
const NUMBERS = new RegExp(`^\\\\?\\[\\s*(?:${LIST})\\s*\\\\?\\]`, 'i');
/** A number alone may count the items of a list. */
const LABELLED = new RegExp(`^\\((?:see )?(?=${LABEL})(?:${LIST})\\)`, 'i');
const NUMBERS_BEGUN = /^(?:\\?\[|\()[\s\d,;:.#=“”"^–\p{L}&-]*\\?$/u;
const BEGUN_WORDS = [...LABELS, 'and', 'see', ...'abcdefgh'];
const LENTICULAR = /^【\s*\d{1,9}[^】\n]*】/;
const LENTICULAR_BEGUN = /^【\s*(?:\d[^】\n]*)?$/;

export function citationFilter(sourceNumber: SourceNumber, onReduced?: OnReduced): StreamFilter {
  let inFence = false;
  const rule: RewriteRule = {
    starts: / ?(?:\\?\[|[【(])| ?\\$| $|`/g,
    scan({ text, at, complete, before }): Scanned {
      if (text[at] === '`') {
        const code = scanCode(text, at, complete, inFence);
        if (code.kind === 'kept' && code.output.startsWith('```')) inFence = !inFence;
        return code;
      }
      return inFence ? PLAIN : scanCitation({ text, at, complete, before }, sourceNumber);
    },
  };
  return streamRewriter(rule, onReduced);
}

function scanCitation({ text, at, complete, before }: Candidate, sourceNumber: SourceNumber): Scanned {
  const space = text[at] === ' ' ? 1 : 0;
  const marker = text.slice(at + space, at + space + MAX_MARKER_LENGTH);
  const cited = [NUMBERS, LABELLED, LENTICULAR].flatMap((form) => form.exec(marker)?.[0] ?? [])[0];
  if (cited === undefined) return !complete && couldBecomeCitation(marker) ? UNDECIDED : PLAIN;
  const end = at + space + cited.length;
  const markers = sourceMarkers(cited, sourceNumber, before);
  if (markers === '') return { kind: 'reduced', end, output: '' };
  return { kind: 'kept', end, output: ' '.repeat(space) + markers };
}

const couldBecomeCitation = (marker: string) =>
  marker.length < MAX_MARKER_LENGTH &&
  (marker === '' || marker === '\\' || isListBegun(marker) || LENTICULAR_BEGUN.test(marker));

function isListBegun(marker: string): boolean {
  const words = NUMBERS_BEGUN.test(marker) ? marker.toLowerCase().match(/\p{L}+/gu) : null;
  if (words === null) return NUMBERS_BEGUN.test(marker) && (marker.length === 1 || !marker.startsWith('('));
  const last = words.pop() ?? '';
  return words.every((word) => BEGUN_WORDS.includes(word)) && BEGUN_WORDS.some((word) => word.startsWith(last));
}

function sourceMarkers(cited: string, sourceNumber: SourceNumber, before: string): string {
  const markers: string[] = [];
  for (const number of citedNumbers(cited)) {
    const source = sourceNumber(number);
    if (source === null) continue;
    const marker = `[${source}]`;
    const repeated = markers.includes(marker) || (markers.length === 0 && before.trimEnd().endsWith(marker));
    if (!repeated) markers.push(marker);
  }
  return markers.join('');
}

function citedNumbers(cited: string): number[] {
  if (cited.startsWith('【')) return [Number.parseInt(cited.slice(1).trim(), 10)];
  return [...cited.matchAll(/(\d+)(?:\s*[–-]\s*\^?(\d+))?/g)].flatMap(([, from, to = from]) => {
    const [first, last] = [Number(from), Number(to)];
    if (!(last >= first) || last - first > MAX_RANGE) return [];
    return Array.from({ length: last - first + 1 }, (_, step) => first + step);
  });
}

/** Keeps fence marks and code spans that end on their line; a lone back-tick is plain text. */
function scanCode(text: string, at: number, complete: boolean, inFence: boolean): Scanned {
  const marks = text.slice(at, at + 3);
  if (marks.length < 3 && /^`+$/.test(marks) && !complete) return UNDECIDED;
  if (marks === '```') return { kind: 'kept', end: at + 3, output: marks };
  if (inFence) return PLAIN;
  const span = text.slice(at, at + MAX_CODE_LENGTH);
  const whole = /^(`{1,2})(?!`)[^\n]*?[^`\n]\1(?!`)/.exec(span)?.[0];
  // Another back-tick may follow at the end of the known text.
  const settled = complete || span.length === MAX_CODE_LENGTH || span.includes('\n');
  if (whole !== undefined && (settled || whole.length < span.length)) {
    return { kind: 'kept', end: at + whole.length, output: whole };
  }
  return settled ? PLAIN : UNDECIDED;
}
