/** Facts that a question asks for and the text found for it does not tell: other words alone match it. */
import { tellsOwnPlace } from '../contact/own-place.ts';
import { contentWords } from '../question/question-terms.ts';
import { boundedQuestion } from '../terms/bounded-question.ts';
import { asksForHours, lacksHours } from './missing-hours.ts';
import { asksForHolder, asksForOwner, lacksName, lacksOwner } from './missing-person.ts';
import { asksForAddress } from './missing-place.ts';
import { asksHowMuch, lacksPrice } from './missing-price.ts';

const MAX_CHARACTERS_READ = 2000;

/**
 * True where the question asks for an amount, a person, opening hours or the place, and the text tells none: "How much is a new bin?" is not
 * answered by who may have one. "It depends on the price of the part" answers, without an amount, and so does "By appointment only".
 * @param heading above what was found
 */
export function lacksAskedFact(asked: string, found: string, heading: string): boolean {
  const question = boundedQuestion(asked);
  const words = contentWords(question);
  const text = found.slice(0, MAX_CHARACTERS_READ);
  const withHeading = `${heading}\n${text}`;
  if (asksHowMuch(question)) return lacksPrice(words, text, heading);
  if (asksForHours(question, words)) return lacksHours(withHeading);
  if (asksForAddress(question, words)) return !tellsOwnPlace(withHeading, heading);
  if (asksForOwner(question)) return lacksOwner(withHeading);
  return asksForHolder(question) && lacksName(text);
}
