const BACK_VOWELS = 'aou';
const FRONT_VOWELS = 'ei';

/**
 * Turkish suffixes take the vowels of the stem. Folded, `i` stands for ı and `u` for ü too: those of suffixes are told by the
 * vowel before, so that a stemmer knows the suffix, also as typed without marks.
 */
export function withVowelHarmony(folded: string): string {
  let isBack: boolean | null = null;
  let word = '';
  for (const letter of folded) {
    if (letter === 'i' && isBack === true) word += 'ı';
    else if (letter === 'u' && isBack === false) word += 'ü';
    else {
      word += letter;
      if (BACK_VOWELS.includes(letter)) isBack = true;
      else if (FRONT_VOWELS.includes(letter)) isBack = false;
    }
  }
  return word;
}
