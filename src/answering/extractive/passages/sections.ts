/** Parses the Markdown of a passage into sections of blocks. */
import { sentencesOf } from '../../../text/chunking/sentences.ts';
import { isQuestion } from '../../../text/is-question.ts';
import { byMarkedQuestions, questionOf, withoutAnswerMark } from './marked-questions.ts';
import {
  areCaptions,
  areShort,
  asCaptions,
  entriesAmong,
  isTitleOf,
  isTitleOfNumbers,
  linesAndText,
} from './paragraph-lines.ts';
import { askedInBold, type QuestionAndAnswer, questionsAndAnswers, questionsOfItems } from './question-tables.ts';
import { cellsOf, LINE_BREAK_TAG, tablesOf } from './table-rows.ts';

/** `lines`: a paragraph of several short lines, such as an address. `steps`: a numbered list. */
export type BlockKind = 'prose' | 'lines' | 'list' | 'steps' | 'table' | 'code';

/** Smallest quotable text: a sentence, a line, a list item, a table row or a block of code. */
export interface Unit {
  /** Without block marks. */
  readonly text: string;
  /** The unchanged text. */
  readonly markdown: string;
}

export interface PassageBlock {
  readonly kind: BlockKind;
  readonly units: readonly Unit[];
  /** Cells of a table's header; null when it has none. */
  readonly header: readonly string[] | null;
}

export interface Section {
  /** Innermost heading; empty when there is none. A question that its answer follows counts as one. */
  readonly heading: string;
  /** Headings above that, outermost first. */
  readonly above: readonly string[];
  readonly blocks: readonly PassageBlock[];
  /** True for a question within a paragraph, which may be an author's aside. */
  readonly isInline: boolean;
}

/** Characters read of a passage; indexed passages are shorter, even with context. */
const MAX_PASSAGE_LENGTH = 6_000;
const MAX_INLINE_QUESTION = 160;
/** Longer runs are cut, since patterns try each end of a run. Keeps nested lists indented. */
const MAX_WHITE_SPACE = 8;
const LONG_WHITE_SPACE = new RegExp(`\\s{${MAX_WHITE_SPACE + 1},}`, 'g');
/** Chunks keep longer headings as text. */
const HEADING = /^(#{1,6})\s+(\S.{0,199})$/;
const LIST_ITEM = /^\s*(?:([-*+•])|(\d{1,3})[.)])\s+(?=\S)/;
const CONTINUED_ITEM = /^\s{2,}\S/;
const FENCE = /^\s*```/;
const QUOTE_MARK = /^(?:\s*>\s?)+/;
const BRACKETED_NUMBERS = /\s?\[\s*\d+(?:\s*[,;–-]\s*\d+)*\s*\](?!\()/g;

/**
 * Linear in the text.
 * @param headings above the whole passage, outermost first
 */
export function sectionsOf(passageText: string, headings: readonly string[]): readonly Section[] {
  return new SectionParser(headings).parse(passageText.slice(0, MAX_PASSAGE_LENGTH));
}

class SectionParser {
  readonly #sections: (Omit<Section, 'blocks'> & { blocks: PassageBlock[] })[] = [];
  #path: readonly string[];
  #prose: string[] = [];
  #items: string[] = [];
  #rows: string[] = [];
  #code: string[] | null = null;
  /** Set below a table of questions, whose text belongs to none of them. */
  #isAfterQuestions = false;

  constructor(headings: readonly string[]) {
    this.#path = headings;
    this.#open(headings);
  }

  parse(text: string): readonly Section[] {
    for (const line of text.split('\n')) this.#line(line);
    if (this.#code !== null) this.#endCode();
    this.#endBlocks();
    return this.#sections.filter(({ blocks, heading }, place) => blocks.length > 0 || (place > 0 && heading !== ''));
  }

  #line(line: string): void {
    if (FENCE.test(line)) {
      if (this.#code === null) {
        this.#endBlocks();
        this.#code = [line.trim()];
      } else this.#endCode();
    } else if (this.#code !== null) this.#code.push(line);
    else if (line.trim() === '') this.#endBlocks();
    else this.#text(line.replace(LONG_WHITE_SPACE, ' '.repeat(MAX_WHITE_SPACE)).replace(QUOTE_MARK, ''));
  }

  #text(line: string): void {
    const [, marks, title] = HEADING.exec(line) ?? [];
    if (marks !== undefined && title !== undefined) {
      this.#endBlocks();
      this.#open([...this.#path.slice(0, marks.length - 1), oneLine(title)]);
      return;
    }
    if (LIST_ITEM.test(line)) {
      this.#endProse();
      this.#endTable();
      this.#items.push(line);
    } else if (this.#items.length > 0 && CONTINUED_ITEM.test(line))
      this.#items.push(`${this.#items.pop()} ${line.trim()}`);
    else if (/\s\|\s|^\||\|$/.test(line)) {
      this.#endProse();
      this.#endList();
      this.#rows.push(line);
    } else {
      this.#endList();
      this.#endTable();
      this.#prose.push(line);
    }
  }

  #open(path: readonly string[]): void {
    this.#isAfterQuestions = false;
    this.#path = path;
    this.#sections.push({ heading: path.at(-1) ?? '', above: path.slice(0, -1), blocks: [], isInline: false });
  }

  /** Opens a section for a question or title, beside other such questions. */
  #openBeside(heading: string, { isInline }: Pick<Section, 'isInline'>): void {
    this.#isAfterQuestions = false;
    const above = this.#sections.at(-1);
    const path = above !== undefined && isQuestion(above.heading) ? above.above : this.#path;
    this.#sections.push({ heading, above: path, blocks: [], isInline });
  }

  #add(kind: BlockKind, units: readonly Unit[], header: readonly string[] | null = null): void {
    const told = units.filter(({ text }) => /[\p{L}\p{N}]/u.test(text));
    if (told.length === 0) return;
    if (this.#isAfterQuestions) this.#open(this.#path);
    this.#sections.at(-1)?.blocks.push({ kind, units: told, header });
  }

  #endBlocks(): void {
    this.#endProse();
    this.#endList();
    this.#endTable();
  }

  #endProse(): void {
    const lines = this.#prose.flatMap((line) => line.split(LINE_BREAK_TAG));
    this.#prose = [];
    for (const group of byMarkedQuestions(lines)) this.#addProse(asCaptions(group));
  }

  #addProse(lines: readonly string[]): void {
    if (lines.length === 0) return;
    const asked = askedInBold(lines[0] ?? '');
    if (asked !== null) {
      this.#addQuestions([{ ...asked, answer: [asked.answer, ...lines.slice(1)].join(' ') }]);
      return;
    }
    const heading = headingAmong(lines);
    const entries = entriesAmong(lines);
    if (heading !== null) {
      this.#openBeside(oneLine(heading), { isInline: false });
      const [below = '', ...others] = lines.slice(1).map((line) => line.trim());
      if (lines.length > 1) this.#addProse([this.#withoutAnswerMark(below), ...others]);
    } else if (areCaptions(lines)) this.#add('prose', lines.map(unitOf));
    else if (entries > 0) {
      this.#add('list', lines.slice(0, entries).map(itemOf));
      this.#addProse(lines.slice(entries));
    } else if (lines.length > 1 && areShort(lines)) this.#add('lines', lines.map(unitOf));
    else this.#addLinesAndText(lines);
  }

  #addLinesAndText(lines: readonly string[]): void {
    for (const part of linesAndText(lines)) {
      if (part.isLines) this.#add('lines', part.lines.map(unitOf));
      else this.#addSentences(part.lines);
    }
  }

  #addSentences(lines: readonly string[]): void {
    let sentences: Unit[] = [];
    for (const unit of lines.flatMap((line) =>
      [...sentencesOf(this.#withoutAnswerMark(line))].map(({ text }) => unitOf(text)),
    )) {
      // A question that the next sentence answers.
      const last = sentences.at(-1);
      if (
        last !== undefined &&
        isQuestion(last.text) &&
        !isQuestion(unit.text) &&
        last.text.length <= MAX_INLINE_QUESTION
      ) {
        this.#add('prose', sentences.slice(0, -1));
        this.#openBeside(questionOf(last.text) ?? last.text, { isInline: sentences.length > 1 });
        sentences = [unitOf(this.#withoutAnswerMark(unit.text))];
      } else sentences.push(unit);
    }
    this.#add('prose', sentences);
  }

  #withoutAnswerMark(line: string): string {
    return withoutAnswerMark(line, { isBelowQuestion: isQuestion(this.#sections.at(-1)?.heading ?? '') });
  }

  #endList(): void {
    const isNumbered = this.#items.every((item) => LIST_ITEM.exec(item)?.[2] !== undefined);
    const units = this.#items.map((item) => ({
      text: oneLine(item.replace(LIST_ITEM, '')),
      markdown: item.replace(BRACKETED_NUMBERS, '').replace(LINE_BREAK_TAG, ' ').trimEnd(),
    }));
    this.#items = [];
    const [only, ...others] = units;
    const question = only === undefined || others.length > 0 ? null : questionOf(only.text);
    if (question !== null) {
      this.#openBeside(question, { isInline: false });
      return;
    }
    const asked = questionsOfItems(units.map(({ text }) => text));
    if (asked === null) this.#add(isNumbered ? 'steps' : 'list', units);
    else this.#addQuestions(asked);
  }

  #endTable(): void {
    const rows = this.#rows;
    this.#rows = [];
    const width = cellsOf(rows[0] ?? '').length;
    if (rows.length < 2 || width < 2) {
      // One line with a bar is prose.
      this.#add('prose', rows.map(unitOf));
      return;
    }
    for (const table of tablesOf(rows)) {
      const asked = questionsAndAnswers(table);
      if (asked !== null) {
        this.#addQuestions(asked);
        continue;
      }
      const units = table.rows.map((row) => ({
        text: oneLine(row.replace(LINE_BREAK_TAG, ' ').replaceAll('|', ' ')),
        markdown: row,
      }));
      this.#add('table', units, table.header);
    }
  }

  #addQuestions(asked: readonly QuestionAndAnswer[]): void {
    this.#isAfterQuestions = false;
    for (const { topic, question, answer } of asked) {
      const above = topic === null || topic === '' ? this.#path : [...this.#path, topic];
      this.#sections.push({ heading: oneLine(question), above, blocks: [], isInline: false });
      this.#add(
        'prose',
        [...sentencesOf(answer)].map(({ text }) => unitOf(text)),
      );
    }
    this.#isAfterQuestions = true;
  }

  #endCode(): void {
    const [opening = '```', ...lines] = this.#code ?? [];
    this.#code = null;
    if (lines.length === 0) return;
    const text = lines.join('\n');
    this.#add('code', [{ text, markdown: `${opening}\n${text}\n\`\`\`` }]);
  }
}

/** The question or title that begins a paragraph; null for most. */
function headingAmong(lines: readonly string[]): string | null {
  const [first = ''] = lines;
  return questionOf(first.trim()) ?? (isTitleOf(lines) || isTitleOfNumbers(lines) ? first : null);
}

const unitOf = (text: string): Unit => {
  const line = oneLine(text);
  return { text: line, markdown: line };
};

function itemOf(line: string): Unit {
  const { text } = unitOf(line);
  return { text, markdown: `- ${text}` };
}

function oneLine(text: string): string {
  return text.replace(BRACKETED_NUMBERS, '').replace(/\s+/g, ' ').trim();
}
