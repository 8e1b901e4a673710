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
  const { about } = PHRASES[visitorLanguage(context.question)];
  const chosen = new Map<string, string>();
  for (const { question, topic, known } of candidatesFor(context)) {
    const words = [...new Set(analyseText(topic))];
    const key = words.join(' ');
    const covered = words.filter((word) => known.has(word)).length;
    if (words.length === 0 || chosen.has(key) || covered > words.length * MOSTLY_SAID) continue;
    chosen.set(key, question ?? (about[chosen.size] ?? about[0]).replace('{}', () => topic));
    if (chosen.size === COUNT) break;
  }
  return [...chosen.values()];
}

interface Candidate {
  /** As the content puts it; null where we put it, about the topic. */
  readonly question: string | null;
  readonly topic: string;
  /** Words that make it no news. */
  readonly known: ReadonlySet<string>;
}

/** Best first, and lazily: reading all passages for words takes milliseconds, and is hardly ever needed. */
function* candidatesFor({ question, answer, passages }: FollowUpContext): Generator<Candidate> {
  const asked = new Set(analyseText(question));
  for (const own of questionsIn(passages)) yield { question: own, topic: own, known: asked };
  const said = new Set([...asked, ...analyseText(answer)]);
  const topics = topicsIn(passages);
  for (const known of [said, asked]) for (const topic of topics) yield { question: null, topic, known };
  for (const topic of tellingWords(passages)) yield { question: null, topic, known: asked };
  const { open } = PHRASES[visitorLanguage(question)];
  for (const general of open) yield { question: general, topic: general, known: new Set() };
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
