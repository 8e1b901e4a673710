/**
 * Croatian, Bosnian and Serbian in Latin script: stop words, and what the library's Serbian stemmer leaves of folded words. It takes
 * the endings of cases, and makes one word of `cijena` and `cena`.
 */

import * as serbianStemmer from '@orama/stemmers/serbian';
import { endingsOf, withoutEnding } from './light-stemming.ts';

export const CROATIAN_STOP_WORDS: readonly string[] =
  'a ako ali bez bi bih bili bilo bio bila biti bismo bude budem budemo budete budu ce cemo cete cu da dakle dali do dok gde gdje ga hocu hocemo hocete i iako ih ili im ima imaju imam imamo imate iz ja je jel jer jesam jesmo jest jeste jesu joj jos ju ka kad kada kako kakav kakva kakve kakvi kakvo kamo kao ko kod koja koje kojem kojeg kojega kojoj koju koji kojih kojim kojima koliko kolika li me mene meni mi mnom moj moja moje mog moju moze mozemo mozete mozes mogu moci moram moramo morate mora moraju na nad nam nama nas nasa nase nasi nasih neka neki nego nema nemam nemamo nemate ni nije nisam nismo niste nisu no o od odakle on ona onda oni ono ova ovaj ove ovo ovdje ovde pa po pod prema pri s sa sam samo se sebe si smo sta sto ste su svi svoj svoje svoju ta tada taj tako tamo te ti tko to toga tom tome tu u uz vam vama vas vasa vase vasi vec vi za zar zasto zbog zelim zeli'.split(
    ' ',
  );

/** Endings of verbs, participles and verbal nouns: `placat`, `placanj` and `placam`. Folded. */
const VERB_ENDINGS = endingsOf(
  'ivanj avanj ovanj ivat avat ovat iva ava anj enj ljen ljan ljat lj lja jen jan at et it am im em a e i ov ev',
);
/** The vowel of `trosak`, which falls out in `troska`. */
const FLEETING_VOWEL = /(?<=\p{L}{3})a(?=k$)/u;

/**
 * Reads `dj` as `d`: it is a way to type `đ`, and what Serbian leaves of `nedjelja`.
 * @param word folded, in lower case
 */
export function croatianStem(word: string): string {
  const stem = withoutEnding(serbianStemmer.stemmer(word.replaceAll('dj', 'd')), VERB_ENDINGS).replace(
    FLEETING_VOWEL,
    '',
  );
  // Consonants that an ending softens: `usluga`, `usluzi`; `popravak`, `popravci`.
  return stem.replace(/c$/, 'k').replace(/z$/, 'g');
}
