/** Links to the top of the page, as READMEs have below each section. */
import { type HtmlElement, hasFewElements, hasLittleText, isElement, textOf } from '../dom/dom.ts';

const MAX_LINK = 40;
const MAX_AROUND = 60;
const MAX_LEVELS = 3;
const TO_TOP = new RegExp(
  `^(?:${[
    '(?:(?:back|go|return|scroll|jump)\\s)?(?:back\\s)?to\\s(?:the\\s)?(?:top|contents|table\\sof\\scontents|toc|index)(?:\\sof\\s(?:the\\s)?page)?',
    '(?:zurück\\s)?(?:nach|zum)\\s(?:oben|anfang|seitenanfang|inhaltsverzeichnis)|seitenanfang',
    '(?:retour\\s)?(?:en|vers\\sle|au)\\s?haut(?:\\sde\\s(?:la\\s)?page)?|haut\\sde\\s(?:la\\s)?page|(?:volver|ir|subir)\\s(?:arriba|al\\sinicio)',
    "torna\\s(?:su|in\\salto|all['’]inizio)|(?:voltar|ir)\\s(?:ao\\s(?:topo|início)|para\\so\\stopo)|(?:terug\\s)?naar\\sboven|do\\sgóry|(?:till|til)\\stoppen",
    'наверх|вверх|ページの(?:先頭|トップ)(?:へ|に戻る)?|(?:返回|回到|回)(?:页首|頁首|顶部|頂部|目录|目錄)|맨 ?위로',
  ].join('|')})$`,
  'iu',
);
const AROUND = new Set(['p', 'div', 'span', 'small', 'strong', 'b', 'em', 'i', 'sub', 'sup', 'li', 'center']);

/** The link with the brackets around it, or null. */
export function topLink(link: HtmlElement): HtmlElement | null {
  if (link.attribs.href?.startsWith('#') !== true || !hasFewElements(link) || !hasLittleText(link, MAX_LINK))
    return null;
  const words = lettersOf(link);
  if (!TO_TOP.test(words)) return null;
  let whole = link;
  for (let level = 0; level < MAX_LEVELS; level += 1) {
    const { parent } = whole;
    if (parent === null || !isElement(parent) || !AROUND.has(parent.name)) return whole;
    if (!hasFewElements(parent) || !hasLittleText(parent, MAX_AROUND) || lettersOf(parent) !== words) return whole;
    whole = parent;
  }
  return whole;
}

/** Leaves out arrows and brackets. */
const lettersOf = (element: HtmlElement): string =>
  textOf(element)
    .replace(/[^\p{L}\p{N}\p{M}'’]+/gu, ' ')
    .trim();
