/** Age groups that a text tells by numbers: "under 12s" and "6–17 years" are children, "over 65s" are seniors. */

const YEARS = String.raw`(?:years?|yrs?|Jahren?|J\.|ans|años|anni|anos|jaar|lat|år)(?!\p{L})`;
const TO_EIGHTEEN = '(?:1[0-8]|[1-9])';
/** Not "under 5 minutes" or "unter 12 €". */
const CHILD = new RegExp(
  String.raw`(?<!\p{L})(?:under|below|unter|moins de|menores? de|minori di|sotto (?:i|gli)|onder(?: de)?|poniżej)\s(?:the age of |den )?${TO_EIGHTEEN}(?:['’]?s(?!\p{L})|\s?${YEARS}|\s*[:;,)–-](?!\p{N})|\s*$|\s(?:free|frei|gratis)(?!\p{L}))|(?<![\p{N}.,])\d{1,2}\s?(?:[-–]|to|bis|à|a|until)\s?${TO_EIGHTEEN}\s?${YEARS}`,
  'iu',
);
const SENIOR =
  /(?<!\p{L})(?:over|above|ab|über|plus de|dès|à partir de|mayores de|más de|a partir de|oltre i|dai|maiores de|mais de|boven de|vanaf|powyżej)\s(?:the age of |den )?6[0-7](?:['’]?s(?!\p{L})|(?!\p{N}|[.,]\p{N}|\s?(?:€|%|£|\$|k?m|kg|cm|min|euro)))|(?<![\p{N}.,])6[0-7]\s?\+|(?<!\p{N})\+\s?6[05](?!\p{N})/iu;

/** Linear in the text. */
export const tellsChild = (text: string): boolean => CHILD.test(text);

export const tellsSenior = (text: string): boolean => SENIOR.test(text);
