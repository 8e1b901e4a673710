import { pattern } from '../../../lib/patterns.ts';
import { asksForPerson, isRole } from '../facts/people.ts';
import { boundedQuestion } from '../terms/bounded-question.ts';
import { isGenericWord } from '../terms/question-words.ts';
import { sendsBack } from '../terms/sending-back.ts';
import { isHeldIn, type Term, wordOf } from '../terms/terms.ts';
import { isServiceWord } from '../thesaurus/synonyms.ts';
import { ageUnitsIn, DIGITS } from './asked-ages.ts';
import type { QuestionAndContent } from './question-and-content.ts';
import { verbsOfObject } from './verbs-of-object.ts';

/** Words of the thesaurus name the topic: `payment` in "payment methods". */
const SERVICE_WEIGHT = 1.4;
const GENERIC_WORD_WEIGHT = 0.4;
/** Words beside the topic: "free trial", "arrives dead", "rate limit", "price list". In "free plan", "free" is the topic. */
const BESIDE_TOPIC = pattern(
  'iu',
  /(?<!\p{L})(free)\s(?!(?:of|on|to|from|and|or|for|in|at|with|plans?|tiers?|versions?|editions?|accounts?|packages?|subscriptions?|licen[cs]es?|things?|stuff|it|this|that)(?!\p{L}))\p{L}|(?<!\p{L})(arrive[sd]?)\s(?!(?:at|in|on|by|from|before|after|with|within|to|for|via|and|or|if|the|my|your|yet|today|tomorrow|there|here|so|too|as)(?!\p{L}))\p{L}|(?<!\p{L})(rate)s?[ -]limit|(?<!\p{L})(?:price|fee|tariff)s?[ -](list|table|overview)(?!\p{L})/u,
);
/** `back` of "send it back", whose verb says the same. */
const PARTICLE_WEIGHT = 0.1;
const ONE_IDEOGRAPH = /^\p{Script=Han}$/u;

/** @returns a function that gives the weight of a term */
export function weightReader({
  question,
  present,
  content,
  language,
  period,
}: QuestionAndContent): (term: Term) => number {
  const units = ageUnitsIn(question);
  const beside = (BESIDE_TOPIC.exec(boundedQuestion(question)) ?? []).slice(1).map((word) => word?.toLowerCase());
  const verbs = verbsOfObject(boundedQuestion(question));
  const asksWho = asksForPerson(present);
  const isGeneral = (word: string) =>
    isGenericWord(word, language) ||
    beside.includes(word) ||
    units.has(word.replace(DIGITS, '')) ||
    period?.words.has(word) === true ||
    ONE_IDEOGRAPH.test(word) ||
    verbs.some((verb) => verb.test(word));
  const returned = sendsBack(question);
  const isUnknownRole = (term: Term) => asksWho && isRole(wordOf(term)) && !isHeldIn(content, term);
  return (term) => {
    const word = wordOf(term);
    if (returned && word === 'back') return PARTICLE_WEIGHT;
    if (isGeneral(word) || isUnknownRole(term)) return GENERIC_WORD_WEIGHT;
    return isServiceWord(word) ? SERVICE_WEIGHT : 1;
  };
}
