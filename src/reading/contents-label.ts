/** Words above a table of contents, which announce nothing else. */
const LABEL =
  /^(?:(?:table of )?contents|(?:on|in) this (?:page|article|guide|section|document|chapter)|jump to|inhalt(?:sverzeichnis)?|auf dieser seite|sommaire|table des mati[eè]res|sur cette page|[ií]ndice|contenidos?|en esta p[aá]gina|in questa pagina|sum[aá]rio|inhoud(?:sopgave)?|op deze pagina|spis tre[sś]ci|содержание|оглавление|目次|目录|目錄|목차|المحتويات)\s*[:：]?$/iu;

export const isContentsLabel = (text: string): boolean => LABEL.test(text);
