/** Facts that a question asks for and the text found for it does not tell: other words alone match it. */
import { oneOf, pattern, sequence } from '../../lib/patterns.ts';
import { analyseText } from '../../text/analysis/analyse.ts';
import { contactAskedFor } from './contact/contact-question.ts';
import { namesMonth } from './facts/months.ts';
import { tellsMaker } from './facts/people.ts';
import { asksForPrice, asksWhetherFree, tellsPrice } from './facts/prices.ts';
import { namesDay } from './facts/weekday-names.ts';
import { daysIn, tellsTime } from './facts/weekdays.ts';
import { contentWords } from './question/question-terms.ts';
import { boundedQuestion } from './terms/bounded-question.ts';
import { serviceConceptsOf } from './thesaurus/synonyms.ts';

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

/** "Who is the principal?" */
const HOLDER = /^\W*(?:and )?who(?:['’]?s| is| was) (?:the|your)(?: \p{L}+){1,3}\W*$/iu;
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
    /öffnungszeiten|wann (?:habt ihr|haben sie|ist|seid ihr) (?:\p{L}+ )?(?:offen|geöffnet|auf)(?!\p{L})|horaires? d['’]ouverture|horarios?(?: de apertura| de atención)?(?!\p{L})|orari(?:o)? di apertura|openingstijden|öppettider|åbningstider|åpningstider/u,
  ),
);
const BY_APPOINTMENT =
  /(?<!\p{L})(?:by (?:prior )?(?:appointment|arrangement)|nach (?:termin)?vereinbarung|sur rendez-?vous|con cita|su appuntamento|op afspraak)(?!\p{L})/iu;
const HOUR = /^(?:hours?|stunden?|heures?|horas?|ore)$/u;
const ENGLISH_WHERE = /(?<!\p{L})(?:where|address|located|location)(?!\p{L})/iu;
/** "We are in the old mill", "Our shop is opposite the station", "The museum is located in the harbour". */
const OWN_PLACE = pattern(
  'iu',
  sequence(
    /(?<!\p{L})/u,
    oneOf(
      /(?:we|i)(?:['’](?:re|m)| are| am) (?:\p{L}+ ){0,3}(?:in|at|on|near|opposite|behind|between|next)/u,
      /find (?:us|me)|visit us|come (?:and see|to) us|based in|our (?:\p{L}+ ){1,3}(?:is|are) (?:\p{L}+ ){0,3}(?:in|at|on|near|opposite|behind|between|next)/u,
      /(?:is|are) (?:\p{L}+ )?(?:located|situated|based) (?:in|at|on|near|opposite|behind|between|next)/u,
      /where (?:we are|to find us)|our (?:location|address|shop|office)|directions/u,
    ),
    /(?!\p{L})/u,
  ),
);

/**
 * True where the question asks for an amount, a person, opening hours or the place, and the text tells none: "How much is a new bin?" is not
 * answered by who may have one. "It depends on the price of the part" answers, without an amount, and so does "By appointment only".
 * @param heading above what was found
 */
export function lacksAskedFact(asked: string, found: string, heading: string): boolean {
  const question = boundedQuestion(asked);
  const text = `${heading}\n${found}`.slice(0, MAX_CHARACTERS_READ);
  if (HOW_MUCH.test(question) && asksForPrice(question) && !asksWhetherFree(question)) return lacksPrice(text);
  if (OPENING_HOURS.test(question)) return lacksHours(text);
  if (ENGLISH_WHERE.test(question) && asksForAddress(question)) return !OWN_PLACE.test(text);
  if (OWNER.test(question)) return !tellsMaker(text) && !TELLS_OWNER.test(text);
  return HOLDER.test(question) && lacksName(found.slice(0, MAX_CHARACTERS_READ).replace(HEADING_LINE, ''));
}

const lacksPrice = (text: string): boolean =>
  !tellsPrice(text) && !wordsOf(text).some((word) => serviceConceptsOf(word).includes('price'));

const lacksHours = (text: string): boolean =>
  !tellsTime(text) && daysIn(text).length === 0 && !BY_APPOINTMENT.test(text) && !wordsOf(text).some(tellsWhenOpen);

/** "Always open", but not "within 48 hours". */
const tellsWhenOpen = (word: string): boolean => !HOUR.test(word) && serviceConceptsOf(word).includes('hours');

/** Folded, in lower case. */
const wordsOf = (text: string): readonly string[] =>
  analyseText(text).flatMap((word) => (word.startsWith('=') ? [word.slice(1)] : []));

function asksForAddress(question: string): boolean {
  const asked = contactAskedFor(question, contentWords(question));
  return asked?.concept === 'place' && asked.of.length === 0;
}

const lacksName = (text: string): boolean =>
  !tellsMaker(text) &&
  [...text.matchAll(CAPITALISED)].every(([, word = '']) => namesDay(word.toLowerCase()) || namesMonth(word));
