/** Greatest amounts: "at most 50", "up to 25 MB". */

const LIMIT =
  /(?<!\p{L})(?:at most|up to|no more than|not more than|max(?:\.|imum(?: of)?)?|höchstens|maximal|bis zu|au (?:plus|maximum)|jusqu['’]à|maximum|como máximo|hasta|máximo(?: de)?|al massimo|fino a|no máximo|até|hoogstens|maximaal|ten hoogste|maksymalnie|högst|en fazla|до|не более)\s\p{N}|\p{N}\s(?:\p{L}+\s){0,2}(?:at most|at a time|maximum|como máximo|au (?:plus|maximum)|al massimo|no máximo)(?!\p{L})/iu;
/** Folded, as analysed. */
const ASKED =
  /^(?:max|maximum|maximal\p{L}{0,3}|maxim[oa]s?|massim[oai]|limits?|limite?s?|limited|obergrenze|hochste[nrsm]?|largest|biggest|longest)$/u;

/** Linear in the text. */
export const tellsLimit = (text: string): boolean => LIMIT.test(text);

export const asksForLimit = (word: string): boolean => ASKED.test(word);
