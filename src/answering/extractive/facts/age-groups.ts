/** Age groups that a text tells by numbers: "under 12s" and "6–17 years" are children, "over 65s" are seniors. */

/** Not "under 5 minutes" or "unter 12 €". */
const UNDER =
  /(?<!\p{L})(?:under|below|unter|moins de|menores? de|minori di|sotto (?:i|gli)|onder(?: de)?|poniżej)\s(?:the age of |den )?(?:1[0-8]|[1-9])(?:['’]?s(?!\p{L})|\s?(?:years?|yrs?|Jahren?|J\.|ans|años|anni|anos|jaar|lat|år)(?!\p{L})|\s*[:;,)–-](?!\p{N})|\s*$|\s(?:free|frei|gratis)(?!\p{L}))/iu;
const BETWEEN =
  /(?<![\p{N}.,])\d{1,2}\s?(?:[-–]|to|bis|à|a|until)\s?(?:1[0-8]|[1-9])\s?(?:years?|yrs?|Jahren?|J\.|ans|años|anni|anos|jaar|lat|år)(?!\p{L})/iu;
const SENIOR =
  /(?<!\p{L})(?:over|above|ab|über|plus de|dès|à partir de|mayores de|más de|a partir de|oltre i|dai|maiores de|mais de|boven de|vanaf|powyżej)\s(?:the age of |den )?6[0-7](?:['’]?s(?!\p{L})|(?!\p{N}|[.,]\p{N}|\s?(?:€|%|£|\$|k?m|kg|cm|min|euro)))|(?<![\p{N}.,])6[0-7]\s?\+|(?<!\p{N})\+\s?6[05](?!\p{N})/iu;

/** Linear in the text. */
export const tellsChild = (text: string): boolean => UNDER.test(text) || BETWEEN.test(text);

export const tellsSenior = (text: string): boolean => SENIOR.test(text);
