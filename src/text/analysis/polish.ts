/** Polish: stop words and a light stemmer, which no library of ours has. */

export const POLISH_STOP_WORDS: readonly string[] =
  'a aby ale albo az bardzo bez bo by byc byl byla bylo byly bedzie beda bede cala caly ci co czy czyli dla dlaczego do gdy gdyby gdzie i ich ile im inna inne inny ja jak jaka jaki jakich jakie jakiej jakim jako je jego jej jemu jest jestem jestescie jestesmy jesli jezeli juz kiedy kilka kto ktos ktora ktore ktorego ktorej ktory ktorych ktorym ktorymi lub ma maja macie mam mamy mi mna mnie moga moge moj moja moje moze mozemy mozna mozecie my na nad nam nami nimi nas nasz nasza nasze naszego naszej naszych nawet nic nich nie niech nim niz no o od on ona one oni ono oraz pan pana pani po pod podczas poniewaz poza przed przez przy sa sam sama same sie skad sobie swoje ta tak taka taki takie takze tam te tego tej temu ten teraz to tobie trzeba tu twoj twoja twoje tych tylko tym u w was wam wami wasz wasza wasze we wszystkie wszystko wy z za zawsze ze zeby'.split(
    ' ',
  );

/** Letters of a stem, at least: `kot` of `kotem`. */
const MIN_STEM = 3;
/** Endings of verbal nouns and verbs, of adjectives, of nouns; folded, longest first in each list. */
const ENDINGS = [
  'owaniami owaniach owaniem owania owaniu owanie ujecie ujemy owania owali owala owany owana owane owano owac ujac uje uja',
  'aniami aniach aniem eniami eniach eniem ania aniu anie enia eniu enie',
  'ymi imi ego emu ych ich',
  'iami iach iem iom ami ach owi om ow em ym im ej ie ia iu',
  'ac ic yc ec a e i o u y',
].map((endings) => endings.split(' '));

/** The vowel of `wózek`, which falls out in `wózkiem`. */
const FLEETING_VOWEL = /(?<=\p{L}{2})e(?=k$)/u;

/** @param word folded, in lower case */
export function polishStem(word: string): string {
  for (const endings of ENDINGS) {
    const ending = endings.find((one) => word.endsWith(one) && word.length - one.length >= MIN_STEM);
    if (ending === undefined) continue;
    const stem = word.slice(0, -ending.length);
    return stem.length > MIN_STEM ? stem.replace(/[iy]$/, '') : stem;
  }
  return word.replace(FLEETING_VOWEL, '');
}
