/**
 * Decides by words alone whether to condense a follow-up question. In doubt it does: that costs a model call, and a missing condensation the
 * answer.
 */
import { lazily } from '../../lib/lazily.ts';
import { analyseQuery } from '../../text/analysis/analyse.ts';
import { foldDiacritics } from '../../text/analysis/normalise.ts';
import { smallTalkIn, standsAlone } from '../extractive/dialogue/small-talk.ts';
import { conversationLanguage } from '../extractive/languages/conversation-language.ts';
import type { VisitorLanguage } from '../extractive/languages/visitor-language.ts';
import { isGenericWord, isIdeographicStopWord, isQuestionStopWord } from '../extractive/terms/question-words.ts';
import { termsOf } from '../extractive/terms/terms.ts';
import type { ConversationTurn } from '../generators/answer-generator.ts';
import { FUNCTION_WORDS, OTHER_REFERENCE_WORDS, REFERENCE_WORDS } from './reference-words.ts';

/** Longer messages tell enough by themselves. */
const MAX_CHARACTERS_READ = 500;
/** Content words of an independent question. Generic words count half. */
const MIN_CONTENT = 2;
const MIN_WORDS = 3;
/** A pronoun behind a content word usually stands for that word in questions of more content words. */
const SHORT_CONTENT = 3;
const GENERIC_WORD_WEIGHT = 0.5;

/** @param memory not empty */
export function dependsOnConversation(question: string, memory: readonly ConversationTurn[]): boolean {
  const talk = smallTalkIn(question);
  if (talk !== null) return !standsAlone(talk);
  const text = question.slice(0, MAX_CHARACTERS_READ).normalize('NFC').replace(/[’`´]/g, "'");
  const patterns = languagesOf(text, memory).map(patternsOf);
  if (patterns.some(({ opener }) => opener.test(text))) return true;
  const content = contentOf(text);
  if (content.weight < MIN_CONTENT) return true;
  return patterns.some(({ reference, idle }) => {
    const place = text.replace(idle, (phrase) => '.'.repeat(phrase.length)).search(reference);
    return place >= 0 && (content.weight <= SHORT_CONTENT || place < content.begin);
  });
}

/** Includes the language of the question before: a short question may be taken for another one. */
function languagesOf(question: string, memory: readonly ConversationTurn[]): readonly VisitorLanguage[] {
  const earlier = memory.findLast(({ role }) => role === 'user')?.content.slice(0, MAX_CHARACTERS_READ) ?? '';
  const own = conversationLanguage({ question, memory, passages: [] });
  return [...new Set([own, conversationLanguage({ question: earlier, memory, passages: [] })])];
}

interface Patterns {
  readonly opener: RegExp;
  readonly reference: RegExp;
  readonly idle: RegExp;
}

const UNSPACED_LANGUAGES: ReadonlySet<VisitorLanguage> = new Set(['zh', 'ja', 'th']);
/** Case-sensitive: capitals tell nouns and the polite "Sie" from pronouns. */
const GERMAN_ARTICLE = String.raw`|[Dd](?:as|ie|en|em|er)(?!\p{L})(?!\s+(?:\p{Ll}+e[nrsm]?\s+)?\p{Lu})`;
const NEVER = '(?!)';
const PATTERNS = new Map<VisitorLanguage, Patterns>();

function patternsOf(language: VisitorLanguage): Patterns {
  const known = PATTERNS.get(language);
  if (known !== undefined) return known;
  const { openers, references, idle = NEVER } = REFERENCE_WORDS[language];
  const [before, after] = UNSPACED_LANGUAGES.has(language)
    ? ['', '']
    : [String.raw`(?<![\p{L}\p{M}\p{N}])`, String.raw`(?![\p{L}\p{M}\p{N}])`];
  const isGerman = language === 'de';
  const others = OTHER_REFERENCE_WORDS;
  const patterns = {
    opener: new RegExp(String.raw`^[\s¿¡"'«„“…,.-]*(?:${openers}|${others.openers})${after}`, 'iu'),
    reference: new RegExp(
      `${before}(?:${references}|${others.references}${isGerman ? GERMAN_ARTICLE : ''})${after}`,
      isGerman ? 'u' : 'iu',
    ),
    idle: new RegExp(`${before}(?:${idle})`, 'giu'),
  };
  PATTERNS.set(language, patterns);
  return patterns;
}

/** Scripts that text analysis does not split into words. */
const UNMARKED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Arabic}\p{Script=Hebrew}]/u;
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const HIRAGANA_ONLY = /^\p{Script=Hiragana}+$/u;
const ONE_IDEOGRAPH = /^\p{Script=Han}$/u;
const WORD = /[\p{L}\p{M}\p{N}'-]+/gu;
/** Added to the question, because analysis keeps the stop words of a text that has nothing else. */
const ANCHOR = '70707';

/** Created at first use: each loads a dictionary of 3 MB. */
const SEGMENTERS = {
  ja: lazily(() => new Intl.Segmenter('ja', { granularity: 'word' })),
  zh: lazily(() => new Intl.Segmenter('zh', { granularity: 'word' })),
};

interface Content {
  readonly weight: number;
  /** Place of the first content word. */
  readonly begin: number;
}

function contentOf(text: string): Content {
  return UNMARKED.test(text) ? contentOfUnmarked(text) : contentOfMarked(text);
}

function contentOfMarked(text: string): Content {
  if ((text.match(WORD)?.length ?? 0) < MIN_WORDS) return { weight: 0, begin: text.length };
  const terms = termsOf(analyseQuery(`${text} ${ANCHOR}`)).filter(({ stem }) => stem !== ANCHOR);
  const weights = new Map(terms.map(({ exact, stem }) => [exact?.slice(1) ?? stem, weightOf(exact?.slice(1) ?? stem)]));
  const weight = [...weights.values()].reduce((sum, one) => sum + one, 0);
  for (const { 0: word, index } of text.matchAll(WORD)) {
    if ((weights.get(foldDiacritics(word.toLowerCase())) ?? 0) > 0) return { weight, begin: index };
  }
  return { weight, begin: text.length };
}

function weightOf(word: string): number {
  if (isQuestionStopWord(word)) return 0;
  return isGenericWord(word) ? GENERIC_WORD_WEIGHT : 1;
}

function contentOfUnmarked(text: string): Content {
  let [weight, begin] = [0, text.length];
  const seen = new Set<string>();
  for (const { segment, index, isWordLike } of SEGMENTERS[KANA.test(text) ? 'ja' : 'zh']().segment(text)) {
    if (isWordLike !== true || seen.has(segment)) continue;
    seen.add(segment);
    const isFunctionWord = FUNCTION_WORDS.has(segment) || isIdeographicStopWord(segment) || HIRAGANA_ONLY.test(segment);
    if (isFunctionWord) continue;
    weight += ONE_IDEOGRAPH.test(segment) ? GENERIC_WORD_WEIGHT : 1;
    begin = Math.min(begin, index);
  }
  return { weight, begin };
}
