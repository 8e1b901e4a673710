/** Chooses follow-up questions that the content answers. */
import { finish, type Steps } from '../../../lib/steps.ts';
import { analyseText } from '../../../text/analysis/analyse.ts';
import { cutText } from '../../../text/cut-text.ts';
import type { AnswerRequest } from '../../generators/answer-generator.ts';
import { PHRASES } from '../dialogue/phrases.ts';
import { smallTalkIn } from '../dialogue/small-talk.ts';
import { headingAskedFor } from '../dialogue/suggested-questions.ts';
import { conversationLanguage, spokenLanguage } from '../languages/conversation-language.ts';
import { type VisitorLanguage, visitorLanguagesOf } from '../languages/visitor-language.ts';
import { strengthOf, type Term, termsOf } from '../terms/terms.ts';
import type { ServiceConcept } from '../thesaurus/synonyms.ts';
import { candidatesFor, type FollowUpCandidate } from './follow-up-candidates.ts';
import { inTraditionalCharacters, serviceOf } from './topic-questions.ts';

interface Conversation extends Pick<AnswerRequest, 'question' | 'memory' | 'passages'> {
  readonly chatbot?: Partial<Pick<AnswerRequest['chatbot'], 'name' | 'quickPrompts'>>;
}

const MAX_QUESTIONS = 3;
/** Largest share of a candidate's words in an earlier question. */
const MAX_KNOWN_SHARE = 0.75;
/** Characters read of an earlier question: a pasted text tells its topic in these. */
const MAX_QUESTION_LENGTH = 500;
/**
 * Returns three questions, in the language of the conversation or the content's own words. None was asked in the session, and none was
 * offered while there are others.
 * @param answer its quoted sections are not suggested
 */
export function* followUpsInSteps(conversation: Conversation, answer: string): Steps<readonly string[]> {
  const { memory, passages, chatbot } = conversation;
  const question = cutText(conversation.question, MAX_QUESTION_LENGTH);
  const talk = smallTalkIn(question);
  const known = memory
    .flatMap(({ role, content, suggestions = [] }) => (role === 'user' ? [content] : suggestions))
    .map((text) => cutText(text, MAX_QUESTION_LENGTH));
  const topics = new Topics();
  for (const text of [question, ...known]) {
    yield;
    topics.add(text, headingAskedFor(text) ?? text);
  }
  yield;
  const language = conversationLanguage(conversation, talk?.languages);
  const isTraditional = spokenLanguage(conversation, talk?.languages) === 'zh-Hant';
  const spoken = (text: string): string => (isTraditional ? inTraditionalCharacters(text) : text);
  const asked = new Set([question, ...known].map((text) => text.toLowerCase()));
  const chosen: string[] = [];
  // Small talk has no topic, so its passages have none either.
  const ownersOwn = talk === null ? [] : ownersQuestions(chatbot?.quickPrompts ?? [], language);
  const { overview, open: general } = PHRASES[isTraditional ? 'zh-Hant' : language];
  // The topics that an overview lists are not answered yet.
  const [quoted = ''] = answer.split(overview, 1);
  const found = candidatesFor({ question, passages, answer: quoted, language, siteName: chatbot?.name ?? '' });
  for (const { question: candidate, about } of chained(ownersOwn, found)) {
    yield;
    const text = spoken(candidate);
    if (quoted.includes(about) || chosen.includes(text) || asked.has(text.toLowerCase())) continue;
    if (!topics.isNew(about)) continue;
    topics.add(about, about);
    chosen.push(text);
    if (chosen.length === MAX_QUESTIONS) return chosen;
  }
  const unasked = general.filter((text) => !asked.has(text.toLowerCase()));
  const rest = [...(yield* offeredBefore(conversation, language)), ...unasked, ...general];
  return [...new Set([...chosen, ...rest])].slice(0, MAX_QUESTIONS);
}

/** `followUpsInSteps` without pauses. */
export const followUpQuestions = (...asked: Parameters<typeof followUpsInSteps>): readonly string[] =>
  finish(followUpsInSteps(...asked));

/** Unasked earlier suggestions, which tell more than general questions. */
function* offeredBefore({ question, memory }: Conversation, language: VisitorLanguage): Steps<readonly string[]> {
  const asked: ReadonlySet<string>[] = [];
  for (const text of [question, ...memory.flatMap(({ role, content }) => (role === 'user' ? [content] : []))]) {
    yield;
    asked.push(new Set(analyseText(cutText(text, MAX_QUESTION_LENGTH))));
  }
  const general: readonly string[] =
    language === 'zh' ? [...PHRASES.zh.open, ...PHRASES['zh-Hant'].open] : PHRASES[language].open;
  const last = memory.findLastIndex(({ role }) => role === 'assistant');
  const offered: string[] = [];
  for (const text of memory.slice(0, Math.max(0, last)).flatMap(({ suggestions = [] }) => suggestions)) {
    yield;
    const isWanted = !general.includes(text) && visitorLanguagesOf(text)[0] === language;
    if (isWanted && !areKnown(termsOf(analyseText(text)), asked)) offered.push(text);
  }
  return offered;
}

/** Topics of earlier and suggested questions. */
class Topics {
  readonly #words: ReadonlySet<string>[] = [];
  readonly #services = new Set<ServiceConcept>();

  /** @param heading the text, or the heading that it asks for */
  add(text: string, heading: string): void {
    this.#words.push(new Set(analyseText(heading)));
    const service = serviceOf(text);
    if (service !== null) this.#services.add(service);
  }

  isNew(text: string): boolean {
    const terms = termsOf(analyseText(text));
    if (terms.length === 0 || areKnown(terms, this.#words)) return false;
    const service = serviceOf(text);
    return service === null || !this.#services.has(service);
  }
}

/** True when an earlier question holds most of the words. */
const areKnown = (terms: readonly Term[], earlier: readonly ReadonlySet<string>[]): boolean =>
  earlier.some((words) => {
    const held = terms.reduce((sum, term) => sum + strengthOf(term, words), 0);
    return held > terms.length * MAX_KNOWN_SHARE;
  });

/** Starts the second only where the first does not suffice. */
function* chained(
  first: Iterable<FollowUpCandidate>,
  second: Iterable<FollowUpCandidate>,
): Generator<FollowUpCandidate> {
  yield* first;
  yield* second;
}

function ownersQuestions(quickPrompts: readonly string[], language: VisitorLanguage): readonly FollowUpCandidate[] {
  const isSpoken = (languages: readonly VisitorLanguage[]) => languages.length === 0 || languages.includes(language);
  return quickPrompts
    .filter((prompt) => isSpoken(visitorLanguagesOf(prompt)))
    .map((prompt) => ({ question: prompt, about: prompt }));
}
