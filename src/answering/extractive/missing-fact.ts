/** Facts that a question asks for and the text found for it does not tell: other words alone match it. */
import { oneOf, pattern, sequence } from '../../lib/patterns.ts';
import { analyseText } from '../../text/analysis/analyse.ts';
import { contactAskedFor } from './contact/contact-question.ts';
import { tellsOwnPlace } from './contact/own-place.ts';
import { namesMonth } from './facts/months.ts';
import { tellsMaker } from './facts/people.ts';
import { asksForPrice, asksWhetherFree, tellsAmount, tellsInclusion, tellsPrice } from './facts/prices.ts';
import { namesDay } from './facts/weekday-names.ts';
import { daysIn, tellsTime } from './facts/weekdays.ts';
import { contentWords } from './question/question-terms.ts';
import { boundedQuestion } from './terms/bounded-question.ts';
import { contactConceptsOf, meansTheSame, serviceConceptsOf } from './thesaurus/synonyms.ts';

const MAX_CHARACTERS_READ = 2000;

/** "How much is a room?", and not "Is there a fee for …?", which "No" answers. */
const HOW_MUCH = pattern(
  'iu',
  sequence(
    /(?<!\p{L})/u,
    oneOf(
      /how much|what (?:does|do|will|would) [^?]{1,60} cost|wie ?viel|was kost\p{L}*|wie teuer|combien|cu[aá]nto|quanto|hoeveel|wat kost\p{L}*|ile kosztuj\p{L}*/u,
      /ne kadar|vad kostar|hvad koster|hva koster|kolik stoj\p{L}*|сколько стоит|скільки коштує/u,
    ),
    /(?!\p{L})/u,
  ),
);

/** "Who is the principal?" Not in German, whose every noun has a capital as names have. */
const HOLDER = pattern(
  'iu',
  sequence(
    /^\W*/u,
    oneOf(
      /(?:and )?who(?:['’]?s| is| was) (?:the|your)(?: \p{L}+){1,3}/u,
      /qui (?:est |sont )?(?:le |la |les |l['’]|votre |vos )\p{L}+(?: \p{L}+){0,2}|qui (?:dirige|tient|gère|a fondé) [^?]{1,60}/u,
      /(?:quién|quien|quem) (?:es|é) (?:el|la|su|vuestr[oa]|o|a|(?:o|a) voss[oa]) \p{L}+(?: \p{L}+){0,2}|(?:quién|quien|quem) (?:dirige|fundó|fundou|gere) [^?]{1,60}/u,
      /chi è (?:il |la |l['’]|il vostro |la vostra )\p{L}+(?: \p{L}+){0,2}|chi (?:dirige|gestisce|ha fondato) [^?]{1,60}/u,
      /wie is (?:de|het|jullie|uw) \p{L}+(?: \p{L}+){0,2}|kto jest \p{L}+(?: \p{L}+){0,2}|kto (?:prowadzi|kieruje|założył) [^?]{1,60}/u,
    ),
    /\W*$/u,
  ),
);
/** "Who owns the shop?" */
const OWNER = /^\W*(?:and )?who (?:owns|founded|runs|manages) [^?]{1,60}\W*$/iu;
const TELLS_OWNER =
  /(?<!\p{L})(?:own(?:s|ed|ers?)|founde[dr]|founders|run by|runs? (?:the|this|our|it)|led by|manage[dsr]?|managers?|belongs?|family|co-?operative)(?!\p{L})/iu;
/** Headings are written in capitals. */
const HEADING_LINE = /^\*\*[^\n]*\*\* *$/gmu;
/** A word with a capital within a sentence, or behind a title, and not in a list: "contains Dairy, Rye and Wheat". */
const CAPITALISED = pattern(
  'gu',
  /\p{Ll}(?<!(?<!\p{L})(?:and|or)) (?:\p{L}{1,3}\. )?(\p{Lu}\p{L}{1,40})(?!\p{L}|, \p{Lu})/u,
);

/** "When are you open?", "Opening hours?" */
const OPENING_HOURS = pattern(
  'iu',
  oneOf(
    /(?<!\p{L})(?:(?:opening|business|office|working|store|shop) (?:hours|times)|(?:your|the) hours|when (?:are|do) (?:you|u|they) (?:open|close)|what time do (?:you|they) (?:open|close)|are (?:you|u) (?:open|closed))(?!\p{L})/u,
    /öffnungszeiten|wann (?:habt ihr|haben sie|ist|seid ihr) (?:\p{L}+ )?(?:offen|geöffnet|auf)(?!\p{L})|horaires? d['’]ouverture|hor[aá]rios?(?: de apertura| de atención)?(?!\p{L})|orari(?:o)? di apertura|openingstijden|öppettider|åbningstider|åpningstider/u,
  ),
);
const BY_APPOINTMENT =
  /(?<!\p{L})(?:by (?:prior )?(?:appointment|arrangement)|nach (?:termin)?vereinbarung|sur rendez-?vous|con cita|su appuntamento|op afspraak)(?!\p{L})/iu;
const HOUR = /^(?:hours?|stunden?|heures?|horas?|or[ae]|uur|uren|godzin\p{L}{0,3}|hodin\p{L}{0,3}|saat|час(?:а|ов)?)$/u;
/** "Outside opening hours, call the hospital" tells none. */
const OUTSIDE =
  /(?<!\p{L})(?:outside|out of|außerhalb|en dehors|hors|fuera|fora|fuori|buiten|poza|dışında|mimo|utanför|utenfor|uden for)(?!\p{L})/iu;

const ENGLISH_WHERE = /(?<!\p{L})(?:where|address|located|location)(?!\p{L})/iu;
/** In the languages in which `tellsOwnPlace` knows how a place is told. */
const OTHER_WHERE =
  /(?<!\p{L})(?:wo|adresse|anschrift|où|dónde|donde|dirección|direccion|dove|indirizzo|waar|adres|gdzie|onde|morada|endereço)(?!\p{L})/iu;

/** Amounts that are no price of a service: a deposit, a cancellation fee, a fine. Each stands for its words in all languages. */
const OTHER_AMOUNTS = ['deposit', 'cancel', 'fine'];
const PERCENTAGE = /\d\s?%/u;
/** Sentences, lines and parts of sentences. */
const CLAUSE_ENDS = /[.!?;,]\s|\n/u;
/** Letters by which a word is known in its other forms, and words of a line that needs its heading: "Included in the rate". */
const MIN_BEGINNING = 5;
const MAX_WORDS_OF_LINE = 5;
/** "For" in Spanish and Portuguese, money in Turkish. */
const FOR = 'para';

/**
 * True where the question asks for an amount, a person, opening hours or the place, and the text tells none: "How much is a new bin?" is not
 * answered by who may have one. "It depends on the price of the part" answers, without an amount, and so does "By appointment only".
 * @param heading above what was found
 */
export function lacksAskedFact(asked: string, found: string, heading: string): boolean {
  const question = boundedQuestion(asked);
  const text = `${heading}\n${found}`.slice(0, MAX_CHARACTERS_READ);
  if (HOW_MUCH.test(question) && asksForPrice(question) && !asksWhetherFree(question))
    return lacksPrice(contentWords(question), found.slice(0, MAX_CHARACTERS_READ), heading);
  if (asksForHours(question)) return lacksHours(text);
  if (asksForAddress(question)) return !tellsOwnPlace(text, heading);
  if (OWNER.test(question)) return !tellsMaker(text) && !TELLS_OWNER.test(text);
  return HOLDER.test(question) && lacksName(found.slice(0, MAX_CHARACTERS_READ).replace(HEADING_LINE, ''));
}

/** "We take a deposit of £20" and "The board is included" tell no price of a lesson. */
function lacksPrice(asked: readonly string[], found: string, heading: string): boolean {
  const things = asked.filter((word) => !isPriceWord(word)).map(beginningOf);
  const holdsThing = (words: readonly string[]) =>
    words.some((word) => things.some((beginning) => word.startsWith(beginning)));
  const others = asked.some(isOtherAmount) ? [] : OTHER_AMOUNTS;
  const above = wordsOf(heading);
  const isBelowOther = others.length > 0 && above.length > 0 && above.every(isOtherAmount);
  const tells = (clause: string): boolean => {
    const words = wordsOf(clause);
    if (!tellsPrice(clause) && !PERCENTAGE.test(clause) && !words.some(isPriceWord)) return false;
    if (holdsThing(words)) return true;
    if (isBelowOther || (others.length > 0 && words.some(isOtherAmount))) return false;
    return !tellsInclusion(clause) || tellsAmount(clause) || (words.length <= MAX_WORDS_OF_LINE && holdsThing(above));
  };
  return ![heading, ...found.split(CLAUSE_ENDS)].some(tells);
}

const isPriceWord = (word: string): boolean => word !== FOR && serviceConceptsOf(word).includes('price');

const isOtherAmount = (word: string): boolean => OTHER_AMOUNTS.some((name) => meansTheSame(name, word));

const beginningOf = (word: string): string => word.slice(0, Math.max(MIN_BEGINNING, word.length - 2));

/** "Godziny otwarcia" are read by their words. */
function asksForHours(question: string): boolean {
  if (OPENING_HOURS.test(question)) return true;
  const words = contentWords(question);
  return words.some((word) => HOUR.test(word)) && words.some(tellsWhenOpen) && words.every(isOfHours);
}

const isOfHours = (word: string): boolean => HOUR.test(word) || tellsWhenOpen(word) || namesDay(word);

const lacksHours = (text: string): boolean =>
  !tellsTime(text) &&
  daysIn(text).length === 0 &&
  !BY_APPOINTMENT.test(text) &&
  (OUTSIDE.test(text) || !wordsOf(text).some(tellsWhenOpen));

/** "Always open", but not "within 48 hours". */
const tellsWhenOpen = (word: string): boolean => !HOUR.test(word) && serviceConceptsOf(word).includes('hours');

/** Folded, in lower case. */
const wordsOf = (text: string): readonly string[] =>
  analyseText(text).flatMap((word) => (word.startsWith('=') ? [word.slice(1)] : []));

function asksForAddress(question: string): boolean {
  const words = contentWords(question);
  // A verb alone, as in "Dove siete?", and not "Dove si trova la torre?"
  const others = words.filter((word) => !contactConceptsOf(word).includes('place'));
  const isAsked = ENGLISH_WHERE.test(question) || (OTHER_WHERE.test(question) && others.length <= 1);
  const asked = isAsked ? contactAskedFor(question, words) : null;
  return asked?.concept === 'place' && asked.of.length === 0;
}

const lacksName = (text: string): boolean =>
  !tellsMaker(text) &&
  [...text.matchAll(CAPITALISED)].every(([, word = '']) => namesDay(word.toLowerCase()) || namesMonth(word));
