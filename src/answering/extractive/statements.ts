/** Splits a passage into sentences that can be quoted one by one. */
import { sentencesOf } from '../../text/chunking/sentences.ts';

export interface Statement {
  /** One line, without Markdown block marks and bracketed numbers that look like citations. */
  readonly text: string;
  /** Heading within the passage, empty when there is none. */
  readonly heading: string;
  /** True for the first sentence of a line. */
  readonly opensLine: boolean;
}

/** Characters read of a passage; no indexed passage is longer, even with context. */
const MAX_PASSAGE_LENGTH = 6_000;
const HEADING = /^#{1,6}\s+/;
const BLOCK_MARK = /^(?:\s*(?:[-*+•]|\d{1,3}[.)])\s+|\s*>\s?)+/;
const BRACKETED_NUMBERS = /\s?\[\s*\d+(?:\s*[,;–-]\s*\d+)*\s*\]/g;

/** Linear in the text. */
export function statementsOf(passageText: string): readonly Statement[] {
  const statements: Statement[] = [];
  let heading = '';
  for (const line of passageText.slice(0, MAX_PASSAGE_LENGTH).split('\n')) {
    if (line.startsWith('```')) continue;
    if (HEADING.test(line)) {
      heading = oneLine(line.replace(HEADING, ''));
      continue;
    }
    let opensLine = true;
    for (const sentence of sentencesOf(line.replace(BLOCK_MARK, ''))) {
      const text = oneLine(sentence.text);
      if (!/[\p{L}\p{N}]/u.test(text)) continue;
      statements.push({ text, heading, opensLine });
      opensLine = false;
    }
  }
  return statements;
}

export function isQuestion(text: string): boolean {
  return /[?？؟]["'”’»)]*\s*$/.test(text);
}

function oneLine(text: string): string {
  return text.replace(BRACKETED_NUMBERS, '').replace(/\s+/g, ' ').trim();
}
