/** Arabic and Hebrew: optional marks, confusable letters, articles as prefixes. */

/** Vowel marks of Arabic, points and accents of Hebrew. */
const OPTIONAL_MARKS = /[\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed\u0591-\u05c7]/g;
const ALEFS = /[\u0622\u0623\u0625\u0671]/g;
const YEHS = /[\u0649\u0626\u06cc]/g;

/** Alef, yeh, kaf, waw and the feminine ending each have several spellings. */
export function unifySpelling(word: string): string {
  return word
    .replace(OPTIONAL_MARKS, '')
    .replace(ALEFS, 'ا')
    .replace(YEHS, 'ي')
    .replaceAll('ة', 'ه')
    .replaceAll('ؤ', 'و')
    .replaceAll('ک', 'ك');
}

/** Conjunction, preposition and article; longest first. */
const ARTICLES = ['وال', 'بال', 'كال', 'فال', 'لل', 'ال'];
const ENDINGS = ['ها', 'ان', 'ات', 'ون', 'ين', 'يه', 'ه', 'ي'];
/** "Your", "our": `أسعاركم`, `موقعنا`. */
const OWNERS = ['كم', 'نا'];
const MIN_STEM_LENGTH = 2;
const MIN_OWNED_LENGTH = 3;

/** Larkey's light8, which removes one prefix and one suffix; before, the owner. */
export function lightArabicStem(word: string): string {
  return withoutEnding(withoutOwner(withoutArticle(word)));
}

function withoutOwner(word: string): string {
  const owner = OWNERS.find((one) => word.endsWith(one) && word.length - one.length >= MIN_OWNED_LENGTH);
  return owner === undefined ? word : word.slice(0, -owner.length);
}

function withoutArticle(word: string): string {
  const article = ARTICLES.find((one) => word.startsWith(one) && word.length - one.length >= MIN_STEM_LENGTH);
  if (article !== undefined) return word.slice(article.length);
  return word.startsWith('و') && word.length > 3 ? word.slice(1) : word;
}

function withoutEnding(word: string): string {
  const ending = ENDINGS.find((one) => word.endsWith(one) && word.length - one.length >= MIN_STEM_LENGTH);
  return ending === undefined ? word : word.slice(0, -ending.length);
}
