/** Follow-up questions that the content answers: its own questions first, then what its headings and titles name. */
import { analyseText } from '../analysis/analyse.ts';
import { isAnswered } from './extract.ts';
import { ownQuestions } from './own-questions.ts';
import { PHRASES } from './phrases.ts';
import { type ExtractPassage, readPassages } from './reading.ts';
import { strengthOf, termsOf } from './terms.ts';
import { namesIn, type Topic, topicsOf } from './topics.ts';
import { type VisitorLanguage, visitorLanguage } from './visitor-language.ts';

export interface FollowUpContext {
  readonly question: string;
  /** What has been said: nothing that it covers is suggested again. */
  readonly answer: string;
  /** Those the answer did not rest on come first. */
  readonly passages: readonly ExtractPassage[];
}

const COUNT = 3;
/** Share of a candidate's words that question and answer may hold already. */
const MOSTLY_SAID = 0.75;
/** Characters. */
const SHORTEST_QUOTATION = 12;
/** A longer name is set apart from the question around it. */
const LONGEST_UNQUOTED_WORDS = 2;

/**
 * Three different questions in the visitor's language, or in the content's own words. None is one that the passages do not answer,
 * by the same judgement that an answer without a model is given by.
 */
export function followUpQuestions(context: FollowUpContext): readonly string[] {
  const language = visitorLanguage(context.question);
  const chosen = new Map<string, string>();
  for (const { ask, about, known, isSure } of candidatesFor(context, language)) {
    const terms = termsOf(analyseText(about));
    const key = terms.map(({ stem }) => stem).join(' ');
    const covered = terms.reduce((sum, term) => sum + strengthOf(term, known), 0);
    if (terms.length === 0 || chosen.has(key) || covered > terms.length * MOSTLY_SAID) continue;
    const question = ask(chosen.size);
    if (!isSure && !isAnswered(question, context.passages)) continue;
    chosen.set(key, question);
    if (chosen.size === COUNT) break;
  }
  return [...chosen.values()];
}

interface Candidate {
  /** @param place among those chosen: not all are put in the same words */
  readonly ask: (place: number) => string;
  readonly about: string;
  /** Words that make it no news. */
  readonly known: ReadonlySet<string>;
  /** Is answered whatever the passages say. */
  readonly isSure: boolean;
}

/** Best first, and lazily: reading all passages for words takes milliseconds, and is hardly ever needed. */
function* candidatesFor(
  { question, answer, passages }: FollowUpContext,
  language: VisitorLanguage,
): Generator<Candidate> {
  const asked = new Set(analyseText(question));
  for (const own of ownQuestions(passages)) yield { ask: () => own, about: own, known: asked, isSure: false };
  const said = new Set([...asked, ...analyseText(answer)]);
  const topics = unquotedFirst(topicsOf(passages), passages, answer);
  const names = namesIn(passages);
  for (const [known, named] of [
    [said, topics],
    [said, names],
    [asked, topics],
  ] as const) {
    for (const { name } of named)
      yield { ask: (place) => askAbout(name, language, place), about: name, known, isSure: false };
  }
  for (const general of PHRASES[language].open)
    yield { ask: () => general, about: general, known: new Set(), isSure: true };
}

/** What the answer quotes has been read: what else there is comes before it. */
function unquotedFirst(
  topics: readonly Topic[],
  passages: readonly ExtractPassage[],
  answer: string,
): readonly Topic[] {
  const quoted = readPassages(passages).map(({ statements }) =>
    statements.some(({ text }) => text.length >= SHORTEST_QUOTATION && answer.includes(text)),
  );
  const isQuoted = ({ passage }: Topic) => quoted[passage] === true;
  return [...topics.filter((topic) => !isQuoted(topic)), ...topics.filter(isQuoted)];
}

function askAbout(name: string, language: VisitorLanguage, place: number): string {
  const doing = language === 'en' ? /^how to (.+)/i.exec(name)?.[1] : undefined;
  if (doing !== undefined) return `How can I ${doing.charAt(0).toLowerCase()}${doing.slice(1)}?`;
  const { about, quotes } = PHRASES[language];
  const frame = about[place] ?? about[0];
  const isQuoted = name.split(' ').length > LONGEST_UNQUOTED_WORDS && !frame.includes('«');
  return frame.replace('{}', () => (isQuoted ? `${quotes[0]}${name}${quotes[1]}` : name));
}
