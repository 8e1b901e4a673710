const QUESTION_MARK = /[?？؟]["'”’»)]*\s*$/u;
const SEMICOLON = /;\s*$/;
const GREEK = /\p{Script=Greek}/u;

/** True for a text that ends with a question mark, which is a semicolon in Greek. */
export const isQuestion = (text: string): boolean =>
  QUESTION_MARK.test(text) || (SEMICOLON.test(text) && GREEK.test(text));
