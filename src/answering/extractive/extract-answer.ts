/**
 * Extractive answers: finds the unit of the passages that answers best, and quotes the part of its section that the question
 * asks for. Returns nothing when nothing fits.
 */

import { oneOf, pattern } from '../../lib/patterns.ts';
import type { SearchStatistics } from '../../ports/search-index.ts';
import { foldDiacritics } from '../../text/analysis/normalise.ts';
import { bestShare, fits } from './answerability.ts';
import type { VisitorLanguage } from './dialogue/visitor-language.ts';
import { type Holiday, holidayIn } from './facts/holidays.ts';
import { HOURS } from './facts/told-facts.ts';
import { namesDay } from './facts/weekday-names.ts';
import { topicName } from './follow-ups/topics.ts';
import type { ExtractPassage } from './passages/outline.ts';
import { pageName } from './passages/page-name.ts';
import { type ReadPassage, readPassages } from './passages/read-passages.ts';
import { isSiteWord } from './passages/site-name.ts';
import { questionLanguage, stemsOf, termsFor, termsIn } from './question-terms.ts';
import { excerptsOf } from './quotation/excerpt.ts';
import type { Quotation } from './quotation/quotation.ts';
import { subjectOf } from './terms/question-subject.ts';
import { BEGINNING_STRENGTH, strengthOf, type Term, wordOf } from './terms/terms.ts';
import { type ScoredUnit, scoreUnits } from './unit-scoring.ts';

export interface ExtractOptions {
  /** Word statistics of the whole content; without them, every word is as rare as it is in the passages. */
  readonly statistics?: SearchStatistics | null;
  /** The present question, when `question` joins it with an earlier one: its words count more. */
  readonly present?: string;
  /** Name of the chatbot: often that of the site. */
  readonly siteName?: string;
  /** Language of the conversation. */
  readonly language?: VisitorLanguage;
}

/** Least weight of a telling word, in this question or an earlier one. */
const MIN_TELLING_WEIGHT = 0.5;
/** Share of the question that the closest section holds at least. */
const MIN_CLOSEST_SHARE = 0.2;

/** @param passages best first */
export function extractAnswer(
  question: string,
  passages: readonly ExtractPassage[],
  { statistics = null, present, language, siteName }: ExtractOptions = {},
): readonly Quotation[] | null {
  const read = readPassages(passages);
  const asked = present === undefined ? termsFor(question, passages) : termsIn(question, read, present);
  const terms = withoutUnlistedDays(withoutUnlistedHoliday(asked, present ?? question, read), read);
  const topic = withoutSiteName(terms, read, siteName);
  if (isArithmetic(terms) || !fits(topic, read, statistics)) return null;
  const current = present === undefined ? null : stemsOf(present, questionLanguage(question, read));
  if (current !== null && isOfAnotherTopic(current, terms, read)) return null;
  const scored = scoreUnits(question, terms, read, { language, present, siteName });
  const excerpts = excerptsOf(
    current === null ? scored : aboutPresent(scored, terms, current),
    read,
    terms,
    present ?? question,
  );
  return excerpts.length === 0 ? null : excerpts;
}

/** A question that names the site is about the rest of its words, when there are any that tell something. */
function withoutSiteName(terms: readonly Term[], read: readonly ReadPassage[], name?: string): readonly Term[] {
  const names = read.map((passage) => passage.names);
  const others = terms.filter((term) => !isSiteWord(wordOf(term), names, name) && !isSiteWord(term.stem, names, name));
  return others.some(({ weight }) => weight >= MIN_TELLING_WEIGHT) ? others : terms;
}

/** Opening hours that name no Sunday tell who asks for Sunday that there are none. */
function withoutUnlistedDays(terms: readonly Term[], read: readonly ReadPassage[]): readonly Term[] {
  if (!terms.some(({ facts }) => facts.has(HOURS))) return terms;
  return terms.filter((term) => !namesDay(wordOf(term)) || read.some(({ words }) => strengthOf(term, words) > 0));
}

/** Opening hours are an answer where none are told for the holiday that is asked about. */
function withoutUnlistedHoliday(
  terms: readonly Term[],
  question: string,
  read: readonly ReadPassage[],
): readonly Term[] {
  const holiday = unlistedHolidayIn(question, terms, read);
  return holiday === null ? terms : terms.filter((term) => !holiday.words.has(wordOf(term)));
}

function unlistedHolidayIn(question: string, terms: readonly Term[], read: readonly ReadPassage[]): Holiday | null {
  if (!terms.some(({ facts }) => facts.has(HOURS))) return null;
  const holiday = holidayIn(question);
  if (holiday === null) return null;
  const isListed = read.some(
    ({ units, sections }) =>
      units.some(({ text }) => holiday.isNamedIn(text)) || sections.some(({ heading }) => holiday.isNamedIn(heading)),
  );
  return isListed ? null : holiday;
}

/** The holiday that a question for opening hours names and the passages do not; null for any other question. */
export const unlistedHoliday = (question: string, passages: readonly ExtractPassage[]): string | null =>
  unlistedHolidayIn(question, termsFor(question, passages), readPassages(passages))?.name ?? null;

/** Share of its score that a unit keeps which holds no word that a follow-up adds. */
const EARLIER_ALONE = 0.6;

/** "Can I pay yearly?" is rather about paying than about what was asked before. */
function aboutPresent(
  scored: readonly ScoredUnit[],
  terms: readonly Term[],
  current: ReadonlySet<string>,
): readonly ScoredUnit[] {
  const added = terms.filter(({ stem, weight }) => weight >= 1 && current.has(stem));
  if (added.length === 0) return scored;
  const heldShare = ({ unit: { words, context } }: ScoredUnit) =>
    added.filter((term) => strengthOf(term, words) > 0 || strengthOf(term, context) > 0).length / added.length;
  return scored.map((unit) => ({
    ...unit,
    score: unit.score * (EARLIER_ALONE + (1 - EARLIER_ALONE) * heldShare(unit)),
  }));
}

/** None of the words that a follow-up adds is known: "Who is your CEO?" after shipping is not about shipping. */
function isOfAnotherTopic(current: ReadonlySet<string>, terms: readonly Term[], read: readonly ReadPassage[]): boolean {
  const added = terms.filter(({ stem, weight }) => weight >= 1 && current.has(stem));
  return added.length > 0 && added.every((term) => read.every(({ words }) => strengthOf(term, words) === 0));
}

/** "2+2", "12 times 7": any table and list holds such numbers. */
const isArithmetic = (terms: readonly Term[]): boolean =>
  terms.every((term) => isShortNumber(term) || (term.weight < MIN_TELLING_WEIGHT && terms.some(isShortNumber)));

const isShortNumber = ({ stem }: Term): boolean => /^\p{N}{1,2}$/u.test(stem);

/** A thing, not what is done with it. English `to` also stands before verbs, so only what is shipped there counts. */
const BEHIND_PREPOSITION = pattern(
  'giu',
  /(?<![\p{L}\p{M}])/u,
  oneOf(
    /from|with|via|by|into|for|(?<=(?:ship(?:ping|s)?|deliver(?:y|ies|s)?|sends?|export) )to|mit|von|aus/u,
    /für|bei|nach|avec|depuis|par|con|desde|com|met|van|voor|naar|uit|med|från/u,
    // "pour avoir" names nothing.
    /(?:pour|por|para|da|per)(?!\s(?:s['’]|m['’]|se |me )?\p{L}{1,20}(?:er|ir|re|oir|ar)(?:me|se|te|lo|la|mi|si|ci|nos|los)?(?!\p{L}))/u,
    /för|z|ze|od|dla|из|от|с|для/u,
  ),
  /\s+(?:(?:an?|the|my|our|eine?[nrsm]?|de[rnm]|d[ia]s|mein\p{L}{0,2}|une?|les?|la|ma|mon|una|el|los|las|mi|il|lo|gli|uma?|os?|as?|het|een|mijn|ett)\s+)?([\p{L}\p{M}\p{N}]+)/u,
);

/** Visitors may call the owner's place so where the content does not. Folded. */
const OWN_PLACE =
  /^(?:place|shop|store|business|office|site|laden|geschaft|buro|magasin|boutique|tienda|negozio|winkel)$/;

/**
 * Things that the question names behind a preposition and the passages lack, when unknown words are at least half of what it asks for:
 * "asana" of "import from asana"; and the place whose opening hours it asks for: "Is the pool open?" A quotation that rests on the other
 * words alone may be about something else.
 */
export function unknownWords(
  question: string,
  passages: readonly ExtractPassage[],
  siteName?: string,
): readonly string[] {
  const read = readPassages(passages);
  const subject = subjectOf(question);
  const named = [...question.slice(0, 500).matchAll(BEHIND_PREPOSITION)].map(([, thing = '']) => thing);
  const things = [...named, ...(subject === null ? [] : [subject])].flatMap((thing) => {
    const word = foldDiacritics(thing.toLowerCase());
    // Finding all forms of a word takes longer.
    return read.some(({ words }) => words.has(`=${word}`)) ? [] : [{ thing, word }];
  });
  if (things.length === 0) return [];
  const telling = withoutSiteName(termsFor(question, passages), read, siteName).filter(({ weight }) => weight >= 1);
  const unknown = telling.filter(
    (term) => term.exact !== null && read.every(({ words }) => strengthOf(term, words) === 0),
  );
  const asksForHours = telling.some(({ facts }) => facts.has(HOURS));
  const isOtherPlace = unknown.some((term) => wordOf(term) === subject && !OWN_PLACE.test(wordOf(term)));
  if (!(asksForHours && isOtherPlace) && unknown.length * 2 < telling.length) return [];
  const words = new Set(unknown.map(wordOf));
  // The subject, which is folded, may be named too: the first is as the question writes it.
  const asWritten = new Map(things.toReversed().map(({ thing, word }) => [word, thing]));
  return [...asWritten].flatMap(([word, thing]) => (words.has(word) ? [thing] : [])).reverse();
}

/** The question without the thing behind its preposition that the passages lack: "Can I hire the hall | for a wedding?" Null where there is none. */
export function withoutUnknownThing(
  question: string,
  passages: readonly ExtractPassage[],
  siteName?: string,
): string | null {
  const [unknown] = unknownWords(question, passages, siteName);
  if (unknown === undefined) return null;
  const place = [...question.slice(0, 500).matchAll(BEHIND_PREPOSITION)].find(([, thing]) => thing === unknown);
  const rest = place === undefined ? '' : question.slice(0, place.index).trim();
  const telling = termsFor(rest, passages).filter(({ weight }) => weight >= 1);
  // One word alone says too little, "a price for a kilo of apples", but not in "Can I pay with Bizum?"
  const isPaidWith = telling.length === 1 && subjectOf(question) === foldDiacritics(unknown.toLowerCase());
  return telling.length > 1 || isPaidWith ? rest : null;
}

/** True when the passages hold none of the words. A shared beginning is chance: `Schweden`, `Schweiz`. */
export function isUnknown(words: string, passages: readonly ExtractPassage[]): boolean {
  const read = readPassages(passages);
  const isHeld = (term: Term) => read.some((passage) => strengthOf(term, passage.words) > BEGINNING_STRENGTH);
  return !termsIn(words, read).some(isHeld);
}

/** A number stands in anything. */
const isTellingWord = (term: Term | undefined): boolean =>
  term !== undefined && term.weight >= MIN_TELLING_WEIGHT && /\p{L}/u.test(term.stem);

/** Heading of the section that comes closest to a question that the passages do not answer; null when none is near. */
export function closestSection(
  question: string,
  passages: readonly ExtractPassage[],
  siteName?: string,
): string | null {
  const read = readPassages(passages);
  const terms = withoutSiteName(termsFor(question, passages), read, siteName);
  if (terms.length === 0 || bestShare(terms, read, null) < MIN_CLOSEST_SHARE) return null;
  const scored = scoreUnits(question, terms, read).filter(({ strengths }) =>
    strengths.some((strength, at) => strength === 1 && isTellingWord(terms[at])),
  );
  const [best] = scored.sort((one, other) => other.score - one.score);
  if (best === undefined) return null;
  const { heading = '' } = read[best.passage]?.sections[best.unit.section] ?? {};
  const name = topicName(heading) ?? topicName(pageName(passages[best.passage]?.title ?? ''));
  // The site itself is no topic.
  const isSite = siteName !== undefined && siteName !== '' && name?.toLowerCase().startsWith(siteName.toLowerCase());
  return isSite === true ? null : name;
}
