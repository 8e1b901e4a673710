/** Questions for opening hours, and texts that tell none. */
import { oneOf, pattern } from '../../../lib/patterns.ts';
import { namesDay } from '../facts/weekday-names.ts';
import { daysIn, tellsTime } from '../facts/weekdays.ts';
import { serviceConceptsOf } from '../thesaurus/synonyms.ts';
import { wordsOf } from './words-of.ts';

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

/**
 * "Godziny otwarcia" are read by their words.
 * @param words content words of the question, folded, in lower case
 */
export function asksForHours(question: string, words: readonly string[]): boolean {
  if (OPENING_HOURS.test(question)) return true;
  return words.some((word) => HOUR.test(word)) && words.some(tellsWhenOpen) && words.every(isOfHours);
}

const isOfHours = (word: string): boolean => HOUR.test(word) || tellsWhenOpen(word) || namesDay(word);

export const lacksHours = (text: string): boolean =>
  !tellsTime(text) &&
  daysIn(text).length === 0 &&
  !BY_APPOINTMENT.test(text) &&
  (OUTSIDE.test(text) || !wordsOf(text).some(tellsWhenOpen));

/** "Always open", but not "within 48 hours". */
const tellsWhenOpen = (word: string): boolean => !HOUR.test(word) && serviceConceptsOf(word).includes('hours');
