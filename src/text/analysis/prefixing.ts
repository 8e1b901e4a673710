/** Arabic and Hebrew spelling: marks that are usually left out, letters that are often confused, articles written onto words. */

/** Vowel marks of Arabic, points and accents of Hebrew. */
const optionalMarks = /[\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed\u0591-\u05c7]/g;
const alefs = /[\u0622\u0623\u0625\u0671]/g;
const yehs = /[\u0649\u0626\u06cc]/g;

/** As it is compared: without optional marks, with one form of alef, yeh, kaf, waw and of the feminine ending. */
export function unifySpelling(word: string): string {
  return word
    .replace(optionalMarks, '')
    .replace(alefs, 'ا')
    .replace(yehs, 'ي')
    .replaceAll('ة', 'ه')
    .replaceAll('ؤ', 'و')
    .replaceAll('ک', 'ك');
}

/** Conjunction, preposition and article as they are written onto an Arabic noun, longest first. */
const articles = ['وال', 'بال', 'كال', 'فال', 'لل', 'ال'];
const endings = ['ها', 'ان', 'ات', 'ون', 'ين', 'يه', 'ه', 'ي'];
const shortestStem = 2;

/** A light Arabic stem (after Larkey's light8): one article or "and" from the front, one ending from the back. */
export function lightArabicStem(word: string): string {
  return withoutEnding(withoutArticle(word));
}

function withoutArticle(word: string): string {
  const article = articles.find((one) => word.startsWith(one) && word.length - one.length >= shortestStem);
  if (article !== undefined) return word.slice(article.length);
  return word.startsWith('و') && word.length > 3 ? word.slice(1) : word;
}

function withoutEnding(word: string): string {
  const ending = endings.find((one) => word.endsWith(one) && word.length - one.length >= shortestStem);
  return ending === undefined ? word : word.slice(0, -ending.length);
}
