/** German, Dutch and Swedish compounds for a price: a `Stundensatz` is the price of an hour. */
import { pattern } from '../../../lib/patterns.ts';
import { foldDiacritics } from '../../../text/analysis/normalise.ts';
import { anyHolds, type PassageWords } from '../terms/passage-words.ts';
import { isServiceWord } from '../thesaurus/synonyms.ts';

const COMPOUND = pattern(
  'giu',
  /(?<!\p{L})(\p{L}{3,24}?)(?:s|en|er|n|e)?(?:preise?|kosten|gebühr(?:en)?|gebuehr(?:en)?|tarife?|prijs|prijzen|tarief|tarieven|priset|priser|(?<=stunden|tages?|wochen|monats|minuten)s(?:atz|ätze))(?!\p{L})/u,
);
const MAX_CHARACTERS_READ = 500;

/** Splits a compound that the content lacks into "Preis" and its name, if the content or the thesaurus has that. */
export const splitPriceCompounds = (question: string, content: readonly PassageWords[]): string =>
  question.slice(0, MAX_CHARACTERS_READ).replace(COMPOUND, (compound, name: string) => {
    const isNamed =
      isServiceWord(folded(name)) ||
      content.some(({ spelled }) => spelled.some((word) => word.startsWith(folded(name))));
    return isNamed && !anyHolds(content, `=${folded(compound)}`) ? `${name} Preis` : compound;
  }) + question.slice(MAX_CHARACTERS_READ);

const folded = (word: string): string => foldDiacritics(word.toLowerCase());

const UNIT_OF_PRICE = pattern(
  'giu',
  /(?<!\p{L})(?:pro|je|per|die|für eine|voor een) (stunde|tag|woche|monat|minute|person|uur|dag|week|maand|persoon)(?!\p{L})/u,
);

/** Turns "per uur" into the `uurtarief` of the content. */
export const joinUnitsOfPrice = (question: string, content: readonly PassageWords[]): string =>
  question.slice(0, MAX_CHARACTERS_READ).replace(UNIT_OF_PRICE, (written, unit: string) => {
    const isPrice = (word: string) =>
      word.startsWith(folded(unit)) && PRICE_ENDING.test(word.slice(folded(unit).length));
    return content.flatMap(({ spelled }) => spelled).find(isPrice) ?? written;
  }) + question.slice(MAX_CHARACTERS_READ);

const PRICE_ENDING = /^(?:n|s|en)?(?:satz|preis|preise|lohn|tarif|pauschale|tarief|prijs|loon)$/;
