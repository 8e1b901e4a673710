/** Lists of languages: "in English, French and Welsh" tells which languages there are. */
import { oneOf, pattern } from '../../../lib/patterns.ts';

const NAME = pattern(
  'giu',
  /(?<!\p{L})/u,
  oneOf(
    /english|englisch|anglais|inglés|inglese|inglês|engels|angielsk\p{L}{1,3}|german|deutsch|allemand/u,
    /alemán|tedesco|alemão|duits|niemieck\p{L}{1,3}|french|französisch|français|francés|francese|francês/u,
    /frans|francusk\p{L}{1,3}|spanish|spanisch|espagnol|español|castellano|spagnolo|espanhol|spaans/u,
    /italian|italienisch|italien|italiano|italiaans|portuguese|portugiesisch|portugais|portugués/u,
    /portoghese|português|dutch|niederländisch|néerlandais|holandés|olandese|nederlands|polish|polnisch/u,
    /polonais|polaco|polsk\p{L}{1,3}|turkish|türkisch|turc|turco|russian|russisch|russe|ruso|russo/u,
    /ukrainian|ukrainisch|arabic|arabisch|arabe|árabe|arabo|chinese|chinesisch|chinois|chino|cinese/u,
    /mandarin|japanese|japanisch|japonais|japonés|welsh|irish|gaelic|basque|euskera|catalan|catalán/u,
    /català|gallego|romanian|rumänisch|roumain|greek|griechisch|grec|hindi|urdu|punjabi|bengali|swedish/u,
    /danish|norwegian|finnish/u,
  ),
  /(?!\p{L})/u,
);
/** Folded, as analysed. */
const ASKED = pattern(
  'u',
  /^(?:languages?|sprachen?|fremdsprachen?|langues?|idiomas?|lenguas?|lingu[ae]|linguas|taal|talen|jezyk\p{L}{0,3}|sprak)$/u,
);
const MIN_NAMES = 2;

/** Linear in the text. */
export const tellsLanguages = (text: string): boolean =>
  new Set(text.match(NAME)?.map((name) => name.toLowerCase())).size >= MIN_NAMES;

export const asksForLanguages = (word: string): boolean => ASKED.test(word);
