/** Facts that a text tells without naming them: days of the week, opening hours, prices. Each is a mark among its words. */
import { asksForPrice, tellsPrice } from './prices.ts';
import { serviceConceptsOf } from './synonyms.ts';
import { daysAskedFor, daysIn, tellsTime } from './weekdays.ts';

/** Mark of a text with opening hours. */
export const HOURS = 'tells:hours';
const PRICE = 'tells:price';
const PRICE_STRENGTH = 0.9;
/** As strong as a word, so that "closed" does not stand out among the hours. */
const HOURS_STRENGTH = 1;

export function factsTold(text: string): readonly string[] {
  const days = daysIn(text);
  const hours = days.length > 0 && tellsTime(text) ? [HOURS] : [];
  return [...days, ...hours, ...(tellsPrice(text) ? [PRICE] : [])];
}

/** Marks that answer a word of a question, with the strength of a match. @param word folded, as analysed */
export function factsAskedFor(word: string, question: string): ReadonlyMap<string, number> {
  const services = serviceConceptsOf(word);
  if (services.includes('hours')) return HOURS_ASKED_FOR;
  return services.includes('price') && asksForPrice(question) ? PRICE_ASKED_FOR : daysAskedFor(word);
}

const HOURS_ASKED_FOR = new Map([[HOURS, HOURS_STRENGTH]]);
const PRICE_ASKED_FOR = new Map([[PRICE, PRICE_STRENGTH]]);
