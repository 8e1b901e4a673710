/** Condenses without a model: joins a vague follow-up question with the question before it that names a topic. */

import { oneOf, pattern, sequence } from '../../../lib/patterns.ts';
import { analyseQuery, textLanguage } from '../../../text/analysis/analyse.ts';
import { CLEAR_OPENER, CLEAR_REFERENCE } from '../../condensing/reference-words.ts';
import { boundedQuestion } from '../terms/bounded-question.ts';
import { phrasalVerbIn } from '../terms/phrasal-verbs.ts';
import { contentIdeographs, isGenericWord, isQuestionStopWord } from '../terms/question-words.ts';
import { termsOf, wordOf } from '../terms/terms.ts';

const HAN = /\p{Script=Han}/u;
/** Ideographs are analysed alone besides the pairs that they are part of. */
const ONE_IDEOGRAPH = /^\p{Script=Han}$/u;
/** Questions with more terms stand by themselves. */
const MAX_VAGUE_TERMS = 2;
const WITH_OR_FOR = oneOf(/with|for|mit|für|avec|pour|con|para|per|com|met|voor|z|dla|med|för|с|для/u);
const WITHOUT = oneOf(/without|ohne|sans|sin|senza|sem|zonder|bez|utan|без/u);
const OTHER_PREPOSITION = oneOf(
  /to|in|from|at|by|nach|aus|bei|à|au|aux|en|par|por|da|em|naar|do|w|ze|v|na|pro|till|til/u,
  /pentru|din|în|στ(?:ο|η|ην|α|ις)|από|για|με|в|из/u,
);
const REFERS_BACK = pattern(
  'iu',
  oneOf(
    sequence(/^[\s¿¡]*/u, CLEAR_OPENER, /(?![\p{L}\p{N}])/u),
    sequence(/(?<![\p{L}\p{N}])/u, CLEAR_REFERENCE, /(?![\p{L}\p{N}])/u),
    /(?<!\p{L})(?:d(?:as|er|ie|en|em|et)|dat)(?=\s*(?:$|[?!.]|(?:auch|dann|so|nicht|denn|pro|im|am|in|für|bei|eigentlich|ungefähr|genau|noch|schon|ook|dan|per|voor)(?!\p{L})))/u,
  ),
);
const AGES_AND_UNITS =
  /(?<!\p{L})(?:\p{L}+|\p{N}+)[- ]years?[- ]olds?(?!\p{L})|(?<!\p{L})(?:per|a|an|each) (?:day|week|month|year|hour|night|person|head)(?!\p{L})/giu;
/** Words that ask about what was named before: "how much is it?" Folded, as analysed. */
const ASKS_OF_TOPIC =
  /^(?:when|where|why|how|who|which|ages?|alter|edad|eta|leeftijd|wieku|jusqu|costs?|expensive|kost(?:en|et|ete)?|teuer|dauern?|dauert|cuest\p{L}+|costar|caro|cara|duran?|durara|tardan?|coute(?:nt|r)?|combien|cher|chere|dure(?:nt|r)?|costan?|costano|custam?|duurt?|kostar|maksaa|kestaa|payante?|кошту\p{L}+|трива\p{L}+|kosztuj\p{L}+|trwa|ile|стоит|стоят|длится|это|gia|bao|stoji|trva|costa|dureaza|koster|tager|varer|κοστιζ\p{L}+|διαρκ\p{L}+)$/u;

const IT = /(?<!\p{L})(?:it|them)(?!\p{L})/iu;

export function standaloneQuestion(question: string, earlierQuestions: readonly string[]): string {
  const previous = questionBefore(earlierQuestions, question);
  if (previous === undefined) return question;
  const terms = termsOf(analyseQuery(question)).filter(({ stem }) => !ONE_IDEOGRAPH.test(stem)).length;
  const isVague = terms <= MAX_VAGUE_TERMS || (refersBack(question) && terms <= MAX_VAGUE_TERMS * 2);
  if (!isVague && !namesNoTopic(question)) return question;
  return `${boundedQuestion(previous)} ${question}`;
}

/** Characters of each of two earlier questions. */
const MAX_EACH_BEFORE = 250;

/** The last question that names something, joined with the one that it follows. */
function questionBefore(earlierQuestions: readonly string[], question: string): string | undefined {
  const at = earlierQuestions.findLastIndex((earlier) => !namesNoTopic(earlier));
  const previous = earlierQuestions.at(at);
  if (at < 1 || previous === undefined || isSelfContained(previous)) return previous;
  // "And the filter?" names what "How do I clean it?" is about.
  if (IT.test(boundedQuestion(question)) && !namesNoTopic(question)) return previous;
  const first = earlierQuestions.slice(0, at).findLast((earlier) => !namesNoTopic(earlier) && !isFollowUp(earlier));
  return first === undefined ? previous : `${first.slice(0, MAX_EACH_BEFORE)} ${previous.slice(0, MAX_EACH_BEFORE)}`;
}

function refersBack(question: string): boolean {
  return REFERS_BACK.test(boundedQuestion(question));
}

/** Captures the thing behind the preposition. The `do` of "And do I need …" is none. */
const OTHER_CASE = pattern(
  'iu',
  /^\W*/u,
  oneOf(CLEAR_OPENER, /i/u),
  /\s+/u,
  oneOf(WITH_OR_FOR, OTHER_PREPOSITION),
  /\s+(?!(?:i|you|we|they|it|he|she)\s)(?:(?:the|an?|die|der|das|den|dem|les?|la|el|los|las|il|het)\s+)?([\p{L}\p{N}][^?!.\n]{1,40})[?!.\s]*$/u,
);

/** The other case of a follow-up, `USA` of "And to the USA?"; null for any other question. */
export const otherCaseIn = (question: string): string | null => OTHER_CASE.exec(question)?.[1]?.trim() ?? null;

/** "With gym?", "mit Sonderausstellung?" */
const IS_CONTINUATION = pattern('iu', /^/u, oneOf(WITH_OR_FOR, WITHOUT), /\s/u);

/** "What formats?", "Which sizes?" */
const ASKS_KIND = /^\W*(?:what|which|welche[rsn]?|quels?|quelles?|qué|quali|welke) \p{L}+\W*$/iu;
export const asksWhichKind = (question: string): boolean => ASKS_KIND.test(question.slice(0, 100));

/** "What are the hours?" after a question about the pool. */
const ASKS_OF_THE_SAME =
  /^\W*(?:and )?what(?:['’]s| are| is) (?:the|its|their) (?:opening )?(?:hours|times|prices?|costs?|fees?)\W*$/iu;

/** "Up to what age?", "Until when?", "Ab welchem Alter?" */
const ASKS_ITS_LIMIT = pattern(
  'iu',
  /^[\s¿]*(?:(?:and|but|so|ok|okay|und|et|y|e|en|a),? )?/u,
  oneOf(
    /(?:up to|until|till|since|from|by|at|for|in|within|after|before|on|with|to) (?:what|which|when|how (?:long|many|much|old|far))/u,
    /(?:bis|ab|seit|bis zu|für|mit|nach|in) (?:wann|welche[mnrs]?|wie (?:viele?[nr]?|lange|vielen))/u,
    /(?:jusqu['’]à|à partir de|depuis|pour|avec|dans|sous) (?:quand|quel(?:le)?s?|combien(?: de)?)/u,
    /(?:hasta|desde|para|con|en) (?:cu[aá]ndo|qu[eé]|cu[aá]nt[oa]s?)/u,
    /(?:fino a|da|per|con|in|entro) (?:quando|che|quale|quant[aeio])/u,
    /(?:tot|vanaf|sinds|voor|met|binnen) (?:wanneer|welke?|hoe(?:veel| lang))/u,
    /(?:do|od|dla|przez) (?:kiedy|jakiego|której|ilu|ile)/u,
  ),
  /(?: \p{L}+)?\W*$/u,
);

/** True when a short question needs the one before it. */
export const isFollowUp = (question: string): boolean =>
  refersBack(question) ||
  IS_CONTINUATION.test(question.trim()) ||
  ASKS_ITS_LIMIT.test(question.slice(0, 100)) ||
  ASKS_OF_THE_SAME.test(question.slice(0, 100)) ||
  asksWhichKind(question) ||
  namesNoTopic(question);

/** Shorter ones are parts of a sentence: "Express delivery?" */
const MIN_WORDS_ALONE = 3;

/** True when passages are searched for by this question alone, without words of the topic before. */
export const isSelfContained = (question: string): boolean =>
  !isFollowUp(question) && question.trim().split(/\s+/).length >= MIN_WORDS_ALONE;

/** True when only the question before names the topic: "How much is it?" */
export function namesNoTopic(question: string): boolean {
  const read = boundedQuestion(question).replace(AGES_AND_UNITS, ' ');
  // "How do I back up?" names a topic with two words that name none alone.
  if (!REFERS_BACK.test(read) && phrasalVerbIn(read) !== null) return false;
  const ideographs = HAN.test(read) ? contentIdeographs(read) : null;
  const language = textLanguage(read);
  return termsOf(analyseQuery(read, language)).every((term) => {
    const word = wordOf(term);
    if (ideographs !== null && HAN.test(word)) return !ideographs.has(word);
    return isQuestionStopWord(word, language) || isGenericWord(word, language) || ASKS_OF_TOPIC.test(word);
  });
}
