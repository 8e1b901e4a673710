/** Age groups that a text tells by numbers: "under 12s" and "6–17 years" are children, "over 65s" are seniors. */
import { oneOf, pattern, sequence } from '../../../lib/patterns.ts';

/** Not "under 5 minutes" or "unter 12 €". */
const UNDER = pattern(
  'iu',
  sequence(
    /(?<!\p{L})/u,
    oneOf(/under|below|unter|moins de|menores? de|minori di|sotto (?:i|gli)|onder(?: de)?|poniżej/u),
    /\s(?:the age of |den )?(?:1[0-8]|[1-9])/u,
  ),
  oneOf(
    /['’]?s(?!\p{L})|\s?(?:years?|yrs?|Jahren?|J\.|ans|años|anni|anos|jaar|lat|år)(?!\p{L})/u,
    /\s*[:;,)–-](?!\p{N})|\s*$|\s(?:free|frei|gratis)(?!\p{L})/u,
  ),
);
const BETWEEN =
  /(?<![\p{N}.,])\d{1,2}\s?(?:[-–]|to|bis|à|a|until)\s?(?:1[0-8]|[1-9])\s?(?:years?|yrs?|Jahren?|J\.|ans|años|anni|anos|jaar|lat|år)(?!\p{L})/iu;
const SENIOR = pattern(
  'iu',
  oneOf(
    sequence(
      /(?<!\p{L})/u,
      oneOf(
        /over|above|ab|über|plus de|dès|à partir de|mayores de|más de|a partir de|oltre i|dai|maiores de/u,
        /mais de|boven de|vanaf|powyżej/u,
      ),
      sequence(
        /\s(?:the age of |den )?6[0-7]/u,
        oneOf(/['’]?s(?!\p{L})|(?!\p{N}|[.,]\p{N}|\s?(?:€|%|£|\$|k?m|kg|cm|min|euro))/u),
      ),
    ),
    /(?<![\p{N}.,])6[0-7]\s?\+|(?<!\p{N})\+\s?6[05](?!\p{N})/u,
  ),
);

/** Linear in the text. */
export const tellsChild = (text: string): boolean => UNDER.test(text) || BETWEEN.test(text);

export const tellsSenior = (text: string): boolean => SENIOR.test(text);

/** English. */
const MAY_CHILD =
  /^\W*(?:can|may|could|are|is)\s(?:my |our |small |young |the |a )?(?:child|children|kids?|toddlers?|teens?|teenagers?|sons?|daughters?)(?!\p{L})/iu;

/** True for "Can kids take it?", which a limit of age answers. */
export const asksForChild = (question: string): boolean => MAY_CHILD.test(question);
