/** The most marks of one letter in Unicode's Stream-Safe Text Format (UAX #15). No language comes near. */
const MAX_MARKS = 30;
/** Half-width voicing marks are letters that become marks. */
const MARK = String.raw`[\p{M}\uff9e\uff9f]`;
const TOO_MANY_MARKS = new RegExp(`(?<!${MARK})(${MARK}{${MAX_MARKS}})${MARK}+`, 'gu');

/**
 * `String.prototype.normalize` in linear time: that sorts the marks of a letter by insertion, so a letter with 4,000 of them would hold
 * the event loop for 10 ms, and one with 40,000 for a second. Marks beyond the thirtieth are dropped.
 */
export const normalForm = (text: string, form: 'NFC' | 'NFD' | 'NFKC' | 'NFKD'): string =>
  text.replace(TOO_MANY_MARKS, '$1').normalize(form);
