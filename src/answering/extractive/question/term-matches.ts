/** Forms of a question's words in the content. */
import { pattern } from '../../../lib/patterns.ts';
import { ngramsOf } from '../../../text/analysis/ngrams.ts';
import { foldDiacritics } from '../../../text/analysis/normalise.ts';
import { asksHowGreat } from '../facts/limits.ts';
import { asksForPerson, isOrigin, MAKER } from '../facts/people.ts';
import { asksWhetherFree } from '../facts/prices.ts';
import { regionWordsOf } from '../facts/regions.ts';
import type { ReadPassage } from '../passages/read-passages.ts';
import { boundedQuestion } from '../terms/bounded-question.ts';
import { periodVariants, type StatedPeriod } from '../terms/measures.ts';
import { anyHolds, type PassageWords } from '../terms/passage-words.ts';
import { meansOtherAlone, type PhrasalVerb, phrasalVerbIn } from '../terms/phrasal-verbs.ts';
import { returnVariants, sendsBack } from '../terms/sending-back.ts';
import { strengthOf, type Term, wordOf } from '../terms/terms.ts';
import { answeringWords } from '../thesaurus/answering-words.ts';
import { ageMatches, ageUnitsIn } from './asked-ages.ts';
import { isProperName } from './proper-names.ts';
import type { QuestionAndContent } from './question-and-content.ts';

const ORIGIN_STRENGTH = 0.75;
/** Strength of the first word alone of a verb of two. */
const PART_OF_VERB_STRENGTH = 0.5;
const ANSWERING_STRENGTH = 0.75;
/** Stem of a length of time, whose variants alone match. */
const STATED = 'asks:period';
/** Work that somebody looks for. The genitive (`godziny pracy`) stands in opening hours, too. */
const JOB = /^(?:работ(?:а|у|ой)|прац(?:я|ю)|prac(?:a|e))$/u;

/** "My 12 year old" is not about old things. */
const WORD_OF_AGE = /^(?:olds?|alte?[rsn]?|oude?r?)$/;

const NO_FORMS: ReadonlyMap<string, number> = new Map();

type Matches = Partial<Pick<Term, 'stem' | 'exact' | 'beginning' | 'triples' | 'variants' | 'isYears'>>;

/** @returns a function that gives a term's forms in the content */
export function matchReader(asked: QuestionAndContent): (term: Term) => Matches {
  const { question, content, period, years } = asked;
  const phrasal = knownPhrasalVerb(question, content);
  const chance = chancePairs(question, content);
  const variantsOf = variantReader(asked);
  const ageUnits = ageUnitsIn(question);
  const asksWho = asksForPerson(asked.present);
  return (term) => {
    const word = wordOf(term);
    const value = years.get(word);
    return {
      ...(chance.has(word) ? { stem: `=${word}` } : {}),
      ...(value === undefined ? { variants: variantsOf(term, word) } : ageMatches(term, value, content)),
      ...(isAskedAsFact(word, question, content) ? AS_FACT : {}),
      ...ofOneMeaning(word, question),
      ...(isProperName(word, content) ? onlyIn(NO_FORMS, `=${word}`, `=${word}`) : {}),
      ...(asksWho && isOrigin(word) ? onlyIn(variantsOf(term, word), MAKER) : {}),
      ...(WORD_OF_AGE.test(word) && ageUnits.has(word) ? onlyIn(term.variants, 'asks:age') : {}),
      ...(period?.words.has(word) === true ? asPeriod(period, content) : {}),
      ...(phrasal !== null && word.startsWith(phrasal.verb) ? asNoun(phrasal, content) : {}),
    };
  };
}

/** @returns a function that gives other words of the content for a word */
function variantReader({
  question,
  present,
  content,
}: QuestionAndContent): (term: Term, word: string) => Term['variants'] {
  const joined = joinedWords(question, content);
  const returned = sendsBack(question);
  const isSent = SENDING.test(boundedQuestion(question));
  const asksWho = asksForPerson(present);
  return (term, word) =>
    new Map([
      ...term.variants,
      ...(joined.get(word) ?? []),
      ...(returned ? returnVariants(word, content) : []),
      ...(asksWho && isOrigin(word) ? origins(content) : []),
      ...(isSent && !isHeldWord(term, content) ? regionVariants(word, content) : []),
    ]);
}

/** Excludes forms of the word's other meanings. */
function ofOneMeaning(word: string, question: string): Matches {
  if (JOB.test(word)) return { stem: `=${word}`, beginning: null };
  if (word === 'support' && SUPPORT_AS_NOUN.test(boundedQuestion(question)))
    return { stem: '=support', beginning: null };
  if (/^rates?$/.test(word) && RATE_LIMIT.test(boundedQuestion(question))) return onlyIn(new Map(), 'rate', '=rate');
  return {};
}

/** Questions for shipping, in which a country stands for its region. */
const SENDING = pattern(
  'iu',
  /(?<!\p{L})(?:ship|deliver|post|send|export|parcel|liefer|versand|versend|verschick|livr|envoy|env[ií]|entreg|sped|consegn|verzend|bezorg|wysył|dostaw|frakt)/u,
);
const REGION_STRENGTH = 1;

const isHeldWord = (term: Term, content: readonly PassageWords[]): boolean =>
  content.some(({ words }) => strengthOf(term, words) > PART_OF_VERB_STRENGTH);

/** The smallest region of the country that the content names. */
function regionVariants(word: string, content: readonly PassageWords[]): readonly [string, number][] {
  const named = regionWordsOf(word).find((region) => anyHolds(content, `=${region}`));
  return named === undefined ? [] : [[`=${named}`, REGION_STRENGTH]];
}

/** Facts answer "free" and "how large can it be", unlike the words in "two months free". */
const isAskedAsFact = (word: string, question: string, content: readonly ReadPassage[]): boolean =>
  (word === 'free' && asksWhetherFree(question.slice(0, 300)) && !namesPlan(content)) || asksHowGreat(word, question);

/** A plan may be named Free. */
const namesPlan = (content: readonly ReadPassage[]): boolean =>
  content.some(({ units }) =>
    units.some(({ columns, name }) => columns?.has('=free') === true || name?.words.has('=free') === true),
  );

const onlyIn = (variants: Term['variants'], stem: string, exact: string | null = null): Matches => ({
  stem,
  exact,
  beginning: null,
  triples: [],
  variants,
});

const AS_FACT = onlyIn(new Map(), 'asks:fact');

/** How often something may be asked for or happens, and no price. */
const RATE_LIMIT =
  /(?<!\p{L})(?:rate[ -]limit|(?:acceptance|admission|success|failure|error|conversion|response|completion|survival|heart|frame|refresh|exchange|interest|growth|churn|hit) rates?(?!\p{L}))/iu;

/** "Can I get support?", and not "Do you support …?" */
const SUPPORT_AS_NOUN =
  /(?<!\p{L})(?:(?:get|need|want|offer|provide|have|buy|is there|paid|technical|customer|phone|email) (?:any |paid |technical |customer |more |some |phone |email )*)support(?! \p{Ll}{3,}s(?!\p{L}))(?!\p{L})/iu;

const asPeriod = (period: StatedPeriod, content: readonly ReadPassage[]): Matches =>
  onlyIn(periodVariants(period, content), STATED);

/** Words of the content for makers, which answer "Who wrote it?" */
const origins = (content: readonly PassageWords[]): readonly [string, number][] =>
  content.flatMap(({ spelled }) => spelled.filter(isOrigin)).map((word) => [`=${word}`, ORIGIN_STRENGTH]);

/**
 * A verb of two words whose noun the content has, or whose first word alone means something else: "send something back" does not answer
 * how to back up, nor a log how to log out.
 */
export function knownPhrasalVerb(question: string, content: readonly PassageWords[]): PhrasalVerb | null {
  const phrasal = phrasalVerbIn(question);
  if (phrasal === null) return null;
  return meansOtherAlone(phrasal.verb) || nounForms(phrasal.noun, content).size > 0 ? phrasal : null;
}

/** Forms of the noun, and words that answer it: `backups`, and `sign-in` for `login`. */
function nounForms(noun: string, content: readonly PassageWords[]): ReadonlyMap<string, number> {
  const forms = [`=${noun}`, `=${noun}s`, noun].map((form): [string, number] => [form, 1]);
  const others = answeringWords(noun).flatMap((word): [string, number][] => [
    [`=${word}`, ANSWERING_STRENGTH],
    [word, ANSWERING_STRENGTH],
  ]);
  return new Map([...others, ...forms].filter(([form]) => anyHolds(content, form)));
}

function asNoun({ verb, noun }: PhrasalVerb, content: readonly PassageWords[]): Matches {
  const part: readonly [string, number][] = meansOtherAlone(verb) ? [] : [[`=${verb}`, PART_OF_VERB_STRENGTH]];
  // The noun stands among the forms also where the content lacks it: a word of like meaning may be its opposite.
  return onlyIn(new Map([...part, ...nounForms(noun, content), [`=${noun}`, 1]]), noun, `=${noun}`);
}

const KATAKANA_WORD = /[\p{Script=Katakana}ー]{3,}/gu;
/** Below 1, because a final long sound may be left out: `コンピュータ`. */
const MIN_PAIRS_SHARE = 0.6;

/** Pairs of words that no passage holds whole: `ール` of `プール` is in `メール` by chance. */
function chancePairs(question: string, content: readonly PassageWords[]): ReadonlySet<string> {
  const words = boundedQuestion(question).match(KATAKANA_WORD) ?? [];
  const pairsOfWords = words.map((word) => ngramsOf([...word], 2));
  const isHeld = (pairs: readonly string[]) =>
    content.some((passage) => pairs.filter((pair) => passage.words.has(pair)).length >= MIN_PAIRS_SHARE * pairs.length);
  return new Set(pairsOfWords.filter((pairs) => !isHeld(pairs)).flat());
}

/** Words that the content joins, by each part: `back up` is `backup`. */
function joinedWords(question: string, content: readonly PassageWords[]): ReadonlyMap<string, [string, number][]> {
  const found = new Map<string, [string, number][]>();
  const words = foldDiacritics(boundedQuestion(question).toLowerCase()).match(/\p{Script=Latin}+/gu) ?? [];
  for (const [at, word] of words.entries()) {
    const one = `=${word}${words[at + 1] ?? ''}`;
    if (at + 1 < words.length && anyHolds(content, one)) {
      for (const part of [word, words[at + 1] ?? '']) found.set(part, [...(found.get(part) ?? []), [one, 1]]);
    }
  }
  return found;
}
