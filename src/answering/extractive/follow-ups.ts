/** Follow-up questions that the content answers: its own questions first, then questions about its headings and titles. */
import { analyseText } from '../../text/analysis/analyse.ts';
import { isAnswered } from './extract.ts';
import { ownQuestions } from './own-questions.ts';
import { PHRASES } from './phrases.ts';
import { type ExtractPassage, readPassages } from './read-passages.ts';
import { strengthOf, termsOf } from './terms.ts';
import { namesIn, type Topic, topicsOf } from './topics.ts';
import { type VisitorLanguage, visitorLanguage } from './visitor-language.ts';

export interface FollowUpContext {
  readonly question: string;
  /** The answer; nothing that it covers is suggested. */
  readonly answer: string;
  readonly passages: readonly ExtractPassage[];
}

const MAX_QUESTIONS = 3;
/** Largest share of a candidate's words that question and answer may hold already. */
const MAX_KNOWN_SHARE = 0.75;
/** Characters. */
const MIN_QUOTATION_LENGTH = 12;
/** Longer names are put in quotation marks. */
const MAX_UNQUOTED_WORDS = 2;

/**
 * Returns up to three different questions, in the visitor's language or the content's own words. The passages answer each
 * of them, by the same measure as extractive answers.
 */
export function followUpQuestions(context: FollowUpContext): readonly string[] {
  const language = visitorLanguage(context.question);
  const chosen = new Map<string, string>();
  for (const { ask, about, known, isSure } of candidatesFor(context, language)) {
    const terms = termsOf(analyseText(about));
    const key = terms.map(({ stem }) => stem).join(' ');
    const covered = terms.reduce((sum, term) => sum + strengthOf(term, known), 0);
    if (terms.length === 0 || chosen.has(key) || covered > terms.length * MAX_KNOWN_SHARE) continue;
    const question = ask(chosen.size);
    if (!isSure && !isAnswered(question, context.passages)) continue;
    chosen.set(key, question);
    if (chosen.size === MAX_QUESTIONS) break;
  }
  return [...chosen.values()];
}

interface Candidate {
  /** @param place index among the chosen questions, which varies the wording */
  readonly ask: (place: number) => string;
  readonly about: string;
  /** Words that the visitor knows already. */
  readonly known: ReadonlySet<string>;
  /** True when it can be answered from any passages. */
  readonly isSure: boolean;
}

/** Best first and lazily, since analysing all passages takes milliseconds and is seldom needed. */
function* candidatesFor(
  { question, answer, passages }: FollowUpContext,
  language: VisitorLanguage,
): Generator<Candidate> {
  const asked = new Set(analyseText(question));
  for (const own of ownQuestions(passages)) yield { ask: () => own, about: own, known: asked, isSure: false };
  const mentioned = new Set([...asked, ...analyseText(answer)]);
  const topics = unquotedFirst(topicsOf(passages), passages, answer);
  const names = namesIn(passages);
  for (const [known, named] of [
    [mentioned, topics],
    [mentioned, names],
    [asked, topics],
  ] as const) {
    for (const { name } of named)
      yield { ask: (place) => askAbout(name, language, place), about: name, known, isSure: false };
  }
  for (const general of PHRASES[language].open)
    yield { ask: () => general, about: general, known: new Set(), isSure: true };
}

/** Topics of passages that the answer does not quote come first. */
function unquotedFirst(
  topics: readonly Topic[],
  passages: readonly ExtractPassage[],
  answer: string,
): readonly Topic[] {
  const quoted = readPassages(passages).map(({ statements }) =>
    statements.some(({ text }) => text.length >= MIN_QUOTATION_LENGTH && answer.includes(text)),
  );
  const isQuoted = ({ passage }: Topic) => quoted[passage] === true;
  return [...topics.filter((topic) => !isQuoted(topic)), ...topics.filter(isQuoted)];
}

function askAbout(name: string, language: VisitorLanguage, place: number): string {
  const doing = language === 'en' ? /^how to (.+)/i.exec(name)?.[1] : undefined;
  if (doing !== undefined) return `How can I ${doing.charAt(0).toLowerCase()}${doing.slice(1)}?`;
  const { about, quotes } = PHRASES[language];
  const frame = about[place] ?? about[0];
  const isQuoted = name.split(' ').length > MAX_UNQUOTED_WORDS && !frame.includes('«');
  return frame.replace('{}', () => (isQuoted ? `${quotes[0]}${name}${quotes[1]}` : name));
}
