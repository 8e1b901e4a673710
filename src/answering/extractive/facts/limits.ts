/** Greatest amounts: "at most 50", "up to 25 MB". Least amounts: "at least 12 characters". */
import { oneOf, pattern, sequence } from '../../../lib/patterns.ts';

const LIMIT = pattern(
  'iu',
  oneOf(
    sequence(
      /(?<!\p{L})/u,
      oneOf(
        /at most|up to|no more than|not more than|max(?:\.|imum(?: of)?)?|höchstens|maximal|bis zu/u,
        /au (?:plus|maximum)|jusqu['’]à|maximum|como máximo|hasta|máximo(?: de)?|al massimo|fino a|no máximo/u,
        /até|hoogstens|maximaal|ten hoogste|maksymalnie|högst|en fazla|до|не более/u,
      ),
      /\s\p{N}/u,
    ),
    sequence(
      /\p{N}\s(?:\p{L}+\s){0,2}/u,
      oneOf(/at most|at a time|maximum|como máximo|au (?:plus|maximum)|al massimo|no máximo/u),
      /(?!\p{L})/u,
    ),
  ),
);
/** Folded, as analysed. */
const ASKED = pattern(
  'u',
  /^(?:max|maximum|maximal\p{L}{0,3}|maxim[oa]s?|massim[oai]|limits?|limite?s?|limited|obergrenze|hochste[nrsm]?|largest|biggest|longest)$/u,
);

/** Linear in the text. */
export const tellsLimit = (text: string): boolean => LIMIT.test(text);

export const asksForLimit = (word: string): boolean => ASKED.test(word);

/** "How large can a file be?", "How long can a name be?", and not "How long can I return a jacket?" */
const HOW_GREAT =
  /^\W*(?:and )?how (large|big|heavy|tall|wide|long(?= (?:can|may|could) [^?]{1,60} be\W*$)) (?:can|may|could)(?!\p{L})/iu;

export const asksHowGreat = (word: string, question: string): boolean =>
  HOW_GREAT.exec(question.slice(0, 100))?.[1]?.toLowerCase() === word;

const MINIMUM = pattern(
  'iu',
  oneOf(
    sequence(
      /(?<!\p{L})/u,
      oneOf(
        /at least|no (?:less|fewer) than|min(?:\.|imum(?: of)?)|mindestens|wenigstens|ab|au moins|minimum/u,
        /al menos|como mínimo|mínimo(?: de)?|almeno|minimo(?: di)?|pelo menos|no mínimo|minstens|minimaal/u,
        /ten minste|co najmniej|minimum|minst|en az|не менее|минимум|от/u,
      ),
      /\s\p{N}/u,
    ),
    sequence(
      /\p{N}\s(?:\p{L}+\s){0,2}/u,
      oneOf(/or more|minimum|at least|oder mehr|ou plus|o más|o più|ou mais|of meer|lub więcej/u),
      /(?!\p{L})/u,
    ),
    /\p{N}\p{L}{0,3}以上|最低\p{N}|至少\s?\p{N}/u,
  ),
);
/** Folded, as analysed. */
const MINIMUM_ASKED = pattern(
  'u',
  /^(?:min|minimum|minimal\p{L}{0,3}|minim[oa]s?|minimaal|mindest\p{L}*|untergrenze|smallest|shortest|lowest|минимальн\p{L}+|минимум|最低|最小|最少)$/u,
);

/** Linear in the text. */
export const tellsMinimum = (text: string): boolean => MINIMUM.test(text);

export const asksForMinimum = (word: string): boolean => MINIMUM_ASKED.test(word);
