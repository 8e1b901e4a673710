/** Language of the answer: that of the question, else of the session, else of the content. */

import { foldDiacritics } from '../../../text/analysis/normalise.ts';
import { isTraditionalChinese } from '../../../text/traditional-chinese.ts';
import type { AnswerRequest } from '../../generators/answer-generator.ts';
import { languageEvidence, type VisitorLanguage, visitorLanguagesOf, writtenLanguage } from './visitor-language.ts';

const MAX_EARLIER_TURNS = 4;
const MAX_CONTENT_CHARACTERS = 400;
const MAX_QUESTION_CHARACTERS = 300;
/** Characters that tell simplified from traditional Chinese. */
const MAX_TOLD_CHARACTERS = 2000;

/** Cached, because one answer asks several times. */
const known = new WeakMap<Passage, VisitorLanguage | null>();

type Passage = AnswerRequest['passages'][number];
type Conversation = Pick<AnswerRequest, 'question' | 'memory' | 'passages'>;

/** @param of languages that the question can be in; empty for all */
export function conversationLanguage(
  { question, memory, passages }: Conversation,
  of: readonly VisitorLanguage[] = [],
): VisitorLanguage {
  const [only, other] = of;
  if (only !== undefined && other === undefined) return only;
  const own = languagesAsked(question, passages).filter((language) => of.length === 0 || of.includes(language));
  const [likely] = own;
  if (likely !== undefined && own.length === 1) return likely;
  const possible = own.length > 0 ? own : of;
  const isPossible = (language: VisitorLanguage) => possible.length === 0 || possible.includes(language);
  return spokenBefore(memory, isPossible) ?? mostWritten(passages, isPossible) ?? likely ?? only ?? 'en';
}

/** The language of our sentences: as that of the conversation, with the characters of Chinese. */
export type SpokenLanguage = VisitorLanguage | 'zh-Hant';

/** @param of as in `conversationLanguage` */
export function spokenLanguage(conversation: Conversation, of?: readonly VisitorLanguage[]): SpokenLanguage {
  const language = conversationLanguage(conversation, of);
  return language === 'zh' && isInTraditionalCharacters(conversation) ? 'zh-Hant' : language;
}

/** By the visitor's newest message that tells, else by the content. */
function isInTraditionalCharacters({ question, memory, passages }: Conversation): boolean {
  const said = memory.filter(({ role }) => role === 'user').map(({ content }) => content);
  const written = passages.map(({ text }) => text.slice(0, MAX_CONTENT_CHARACTERS)).join('');
  for (const text of [question, ...said.slice(-MAX_EARLIER_TURNS).reverse(), written]) {
    const isTraditional = isTraditionalChinese(text.slice(0, MAX_TOLD_CHARACTERS));
    if (isTraditional !== null) return isTraditional;
  }
  return false;
}

/** Keywords of the content outweigh small words of another language: `per` of "Fussbodenheizung per m2". */
function languagesAsked(question: string, passages: readonly Passage[]): readonly VisitorLanguage[] {
  const { languages, words } = languageEvidence(question);
  const written = languages.length === 0 ? undefined : mostWritten(passages, () => true);
  if (written === undefined || languages.includes(written)) return languages;
  return wordsShared(question, passages) > words ? [written] : languages;
}

/** Longer words, because short ones are of several languages. */
const KEYWORD = /(?<![\p{L}\p{M}\p{N}])[\p{L}\p{M}]{5,}(?![\p{L}\p{M}\p{N}])/gu;

function wordsShared(question: string, passages: readonly Passage[]): number {
  const asked = new Set(keywordsIn(question.slice(0, MAX_QUESTION_CHARACTERS)));
  return [...asked].filter((word) => passages.some((passage) => keywordsOf(passage).has(word))).length;
}

const keywordsIn = (text: string): readonly string[] => foldDiacritics(text.toLowerCase()).match(KEYWORD) ?? [];

const keywords = new WeakMap<Passage, ReadonlySet<string>>();

function keywordsOf(passage: Passage): ReadonlySet<string> {
  const found = keywords.get(passage) ?? new Set(keywordsIn(passage.text));
  keywords.set(passage, found);
  return found;
}

type IsPossible = (language: VisitorLanguage) => boolean;

/** The only possible language of the visitor's newest message that has one. */
function spokenBefore(memory: AnswerRequest['memory'], isPossible: IsPossible): VisitorLanguage | undefined {
  const spoken = memory.filter(({ role }) => role === 'user').map(({ content }) => content);
  for (const text of spoken.slice(-MAX_EARLIER_TURNS).reverse()) {
    const [earlier, another] = visitorLanguagesOf(text).filter(isPossible);
    if (earlier !== undefined && another === undefined) return earlier;
  }
  return undefined;
}

function mostWritten(passages: readonly Passage[], isPossible: IsPossible): VisitorLanguage | undefined {
  const counts = new Map<VisitorLanguage, number>();
  for (const passage of passages) {
    const written = contentLanguage(passage);
    if (written !== null && isPossible(written)) counts.set(written, (counts.get(written) ?? 0) + 1);
  }
  return [...counts].sort(([, one], [, two]) => two - one)[0]?.[0];
}

/** The one language of all passages, unless the question is in it. */
export function otherContentLanguage({ question, passages }: Conversation): VisitorLanguage | null {
  const spoken = languagesAsked(question, passages);
  const [written, another] = new Set(passages.map(contentLanguage));
  const isOne = written !== undefined && written !== null && another === undefined;
  return isOne && spoken.length > 0 && !spoken.includes(written) ? written : null;
}

export const languageName = (language: VisitorLanguage, inLanguage: SpokenLanguage): string =>
  new Intl.DisplayNames([inLanguage], { type: 'language' }).of(language) ?? language;

function contentLanguage(passage: Passage): VisitorLanguage | null {
  const before = known.get(passage);
  if (before !== undefined) return before;
  const written = writtenLanguage(passage.text.slice(0, MAX_CONTENT_CHARACTERS));
  known.set(passage, written);
  return written;
}
