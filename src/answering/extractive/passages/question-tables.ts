/** Tables and lists of questions with their answers. */
import { isQuestion } from '../../../text/is-question.ts';
import { QUESTION_MARK, withoutAnswerMark } from './marked-questions.ts';
import { cellsOf, type Table } from './table-rows.ts';

export interface QuestionAndAnswer {
  /** Cell before the question, such as a category. */
  readonly topic: string | null;
  readonly question: string;
  readonly answer: string;
}

const MIN_SHARE = 0.8;
/** A longer cell is no category. */
const MAX_TOPIC = 40;

/** `**Do you deliver?** Yes, on weekdays.`, maybe marked `Q:` and without the bold letters. */
const ASKED_ITEM = new RegExp(
  `^(?:\\*\\*|__)?(?:${QUESTION_MARK})?([^.!?？؟*]{4,160}[?？؟])(?:\\*\\*|__)?\\s+(\\S.*)$`,
  'iu',
);
/** A single one may be an aside. */
const MIN_ITEMS = 2;

/** Returns null unless all items are a question with its answer. */
export function questionsOfItems(items: readonly string[]): readonly QuestionAndAnswer[] | null {
  if (items.length < MIN_ITEMS) return null;
  const asked: QuestionAndAnswer[] = [];
  for (const item of items) {
    const one = askedIn(item, ASKED_ITEM);
    if (one === null) return null;
    asked.push(one);
  }
  return asked;
}

/** `**Do you deliver?** Yes, on weekdays.` */
const ASKED_IN_BOLD = /^(?:\*\*|__)([^.!?？؟*]{4,160}[?？؟])(?:\*\*|__)\s+(\S.*)$/u;

/** Returns null unless a bold question begins the paragraph. */
export const askedInBold = (line: string): QuestionAndAnswer | null => askedIn(line, ASKED_IN_BOLD);

function askedIn(text: string, form: RegExp): QuestionAndAnswer | null {
  const [, question = '', answer = ''] = form.exec(text) ?? [];
  if (question === '' || !isQuestion(question)) return null;
  return { topic: null, question, answer: withoutAnswerMark(answer, { isBelowQuestion: true }) };
}

export function questionsAndAnswers({ rows }: Table): readonly QuestionAndAnswer[] | null {
  const cells = rows.map(cellsOf);
  const width = cells[0]?.length ?? 0;
  if (width < 2 || width > 3 || rows.length === 0) return null;
  const at = width - 2;
  const asking = cells.filter((row) => isQuestion(row[at] ?? '') && !isQuestion(row[at + 1] ?? ''));
  if (asking.length < MIN_SHARE * cells.length || cells.some((row) => row.length !== width)) return null;
  if (at === 1 && cells.some(([topic = '']) => topic.length > MAX_TOPIC)) return null;
  return cells.map((row) => ({
    topic: at === 1 ? (row[0] ?? '') : null,
    question: row[at] ?? '',
    answer: row[at + 1] ?? '',
  }));
}
