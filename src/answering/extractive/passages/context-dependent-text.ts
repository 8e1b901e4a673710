/** Text that needs its surroundings to be understood: sentences that begin with a pronoun, and fragments that need their heading. */

/** In seven languages, without words that often mean nobody, such as `es` and `il`. Also "If it …". */
const BEGINS_WITH_PRONOUN =
  /^(?:(?:if|when|once|wenn|falls|sobald|si|se)\s)?(?:he|she|they|it|his|her|their|its|this|that|these|those|both|otherwise|instead|afterwards|er|dieser?s?|dort|danach|andernfalls|sonst|beide|elle|ils|elles|celui-ci|celle-ci|ceux-ci|cela|ensuite|sinon|este|estas?|estos?|ellas?|ellos|eso|luego|quest[aoie]|ess[aei]|isso|isto|ele|eles|elas|hij|zij|deze|dit|daarna)(?![\p{L}'’])/iu;
/** "Send it to us." */
const BEGINS_WITH_OBJECT = /^(?:\p{L}+\s){1,2}(?:it|them)(?![\p{L}'’])/iu;
/** Characters. */
const MAX_FRAGMENT = 80;
const SENTENCE_END = /[.!?:;…。！？؟।]["'”’»)\]]*$/u;

/** True for a sentence that is understood only after the one before. */
export const leansOnBefore = (sentence: string): boolean =>
  BEGINS_WITH_PRONOUN.test(sentence) || BEGINS_WITH_OBJECT.test(sentence);

/** True for one short line that is no sentence, such as `from £2,450`. */
export const isFragment = (text: string): boolean =>
  text.length <= MAX_FRAGMENT && !text.includes('\n') && !SENTENCE_END.test(text);
