/** Facts that a question asks for and the text found for it does not tell: other words alone match it. */
import { oneOf, pattern, sequence } from '../../lib/patterns.ts';
import { analyseText } from '../../text/analysis/analyse.ts';
import { namesMonth } from './facts/months.ts';
import { tellsMaker } from './facts/people.ts';
import { asksForPrice, asksWhetherFree, tellsPrice } from './facts/prices.ts';
import { namesDay } from './facts/weekday-names.ts';
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

/** "Who is the principal?", "Who owns the shop?" */
const HOLDER =
  /^\W*(?:and )?who(?:(?:['’]?s| is| was) (?:the|your)(?: \p{L}+){1,3}| (?:owns|founded|runs|manages) [^?]{1,60})\W*$/iu;
/** A word with a capital within a sentence, or behind a title. */
const CAPITALISED = pattern('gu', /[\p{Ll},;:–-] (?:\p{L}{1,3}\. )?(\p{Lu}\p{L}{1,40})/u);

/**
 * True where the question asks for an amount or for a person, and the text tells neither of its kind: "How much is a new bin?" is not answered
 * by who may have one. "It depends on the price of the part" answers, without an amount.
 */
export function lacksAskedFact(question: string, found: string): boolean {
  const text = found.slice(0, MAX_CHARACTERS_READ);
  if (HOW_MUCH.test(question) && asksForPrice(question) && !asksWhetherFree(question)) return lacksPrice(text);
  return HOLDER.test(question) && !tellsMaker(text) && !mayTellName(text);
}

const lacksPrice = (text: string): boolean =>
  !tellsPrice(text) &&
  !analyseText(text).some((word) => word.startsWith('=') && serviceConceptsOf(word.slice(1)).includes('price'));

const mayTellName = (text: string): boolean =>
  [...text.matchAll(CAPITALISED)].some(([, word = '']) => !namesDay(word.toLowerCase()) && !namesMonth(word));
