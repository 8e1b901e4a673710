/** Follow-up questions that the content answers: its own questions first, then what its headings and titles name. */
import { analyseText } from '../analysis/analyse.ts';
import type { ExtractPassage } from './extract.ts';
import { PHRASES } from './phrases.ts';
import { isQuestion, statementsOf } from './statements.ts';
import { visitorLanguage } from './visitor-language.ts';

export interface FollowUpContext {
  readonly question: string;
  /** What has been said: nothing that it covers is suggested again. */
  readonly answer: string;
  /** Those the answer did not rest on come first. */
  readonly passages: readonly ExtractPassage[];
}

const COUNT = 3;
const LONGEST_TOPIC = 70;
const LONGEST_QUESTION = 140;
const SHORTEST_TERM = 5;
/** Share of a candidate's words that question and answer may hold already. */
const MOSTLY_SAID = 0.75;

/** Three different questions in the visitor's language, or in the content's own words. */
export function followUpQuestions(context: FollowUpContext): readonly string[] {
  const { about, open } = PHRASES[visitorLanguage(context.question)];
  const asked = new Set(analyseText(context.question));
  const said = new Set([...asked, ...analyseText(context.answer)]);
  const chosen = new Map<string, string>();
  const offer = (question: string, topic: string, known: ReadonlySet<string>): void => {
    const words = [...new Set(analyseText(topic))];
    const covered = words.filter((word) => known.has(word)).length;
    const key = words.join(' ');
    if (chosen.size >= COUNT || words.length === 0 || chosen.has(key) || covered > words.length * MOSTLY_SAID) return;
    chosen.set(key, question);
  };
  const ask = (topic: string, known: ReadonlySet<string>): void =>
    offer(
      (about[chosen.size] ?? about[0]).replace('{}', () => topic),
      topic,
      known,
    );

  for (const question of questionsIn(context.passages)) offer(question, question, asked);
  for (const topic of topicsIn(context.passages)) ask(topic, said);
  for (const topic of topicsIn(context.passages)) ask(topic, asked);
  for (const topic of tellingWords(context.passages)) ask(topic, asked);
  for (const question of open) offer(question, question, new Set());
  return [...chosen.values()];
}

function questionsIn(passages: readonly ExtractPassage[]): string[] {
  return passages.flatMap(({ headings, text }) => {
    const statements = statementsOf(text);
    const inText = statements.filter(({ text }, index) => isQuestion(text) && index + 1 < statements.length);
    const above = [...headings, ...new Set(statements.map(({ heading }) => heading))].filter(isQuestion);
    return [...above, ...inText.map(({ text }) => text)].filter((question) => question.length <= LONGEST_QUESTION);
  });
}

function topicsIn(passages: readonly ExtractPassage[]): string[] {
  const inner = passages.flatMap(({ headings, text }) => [
    ...headings.slice(-1),
    ...new Set(statementsOf(text).map(({ heading }) => heading)),
  ]);
  const outer = passages.flatMap(({ headings, title }) => [...headings.slice(0, -1).reverse(), title]);
  return [...inner, ...outer]
    .map((topic) => topic.replace(/\s+/g, ' ').trim())
    .filter((topic) => topic !== '' && topic.length <= LONGEST_TOPIC && !isQuestion(topic) && /\p{L}/u.test(topic));
}

/** For content without headings: the words it uses most, longest first among equals. */
function tellingWords(passages: readonly ExtractPassage[]): string[] {
  const counts = new Map<string, number>();
  for (const { text } of passages) {
    for (const { segment, isWordLike } of new Intl.Segmenter(undefined, { granularity: 'word' }).segment(
      text.slice(0, 2_000),
    )) {
      const long = segment.length >= SHORTEST_TERM || /[^\p{Script=Latin}]{2,}/u.test(segment);
      if (isWordLike && long && /^\p{L}[\p{L}\p{M}-]*$/u.test(segment))
        counts.set(segment, (counts.get(segment) ?? 0) + 1);
    }
  }
  return [...counts]
    .sort(
      ([one, often], [other, oftenOther]) => oftenOther - often || other.length - one.length || (one < other ? -1 : 1),
    )
    .slice(0, 20)
    .map(([word]) => word);
}
