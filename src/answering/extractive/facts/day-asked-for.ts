/** Questions for a day by the word for one: "an welchem Tag" asks for Tuesday, not for "der 27. Tag des Monats". */

import { oneOf, pattern } from '../../../lib/patterns.ts';
import { foldDiacritics } from '../../../text/analysis/normalise.ts';
import { boundedQuestion } from '../terms/bounded-question.ts';

const ASKED = pattern(
  'iu',
  /(?<!\p{L})/u,
  oneOf(
    /(?:which|what) (days?)(?! (?:pass|ticket|trip|tour|care|rate|return))/u,
    /welche[mnrs]? (tage?n?)|welke (dag(?:en)?)|(?:vilken|vilka) (dag(?:ar)?)|hvilken? (dag|dager?)/u,
    /quels? (jours?)|(?:qu[eé]|cu[aá]l(?:es)?|qual|quais) (d[ií]as?)|(?:che|qual[ei]) (giorn[oi])|(?:ce|care) (zi|zile|zilele)/u,
    /(?:jak(?:i|ie|im|ich)|kt[oó]r(?:y|ego|ym|e|ych)) (dzie[nń]|dni(?:a|u|ach)?)/u,
    /(?:kter(?:[yýéeá]|[eé]m|[yý]ch)|jak(?:[yý]|[eé]m|[eé]|[yý]ch)|ktor(?:[yýeé]|om|[yý]ch)) (de[nň]|dn[eiíyo]|dnech|d[nň]och)/u,
    /koj(?:i|em|eg|im|ih|e) (dan(?:a|u|e|ima)?)|(?:melyik|milyen) (nap(?:on|ok|okon)?)|hangi (g[uü]n(?:ler|lerde|leri|de|ü)?)/u,
    /(?:как|як)(?:о[йм]|ие|и[мх]|ий|[іи]|их|ому) (д(?:ень|ни|ня|ням|нях|ней|не|ні|нів))|(?:кой|кои) (ден|дни)/u,
    /(?:ποι[αά]|ποιες|τι) (μ[εέ]ρα|μ[εέ]ρες|ημ[εέ]ρα|ημ[εέ]ρες)|(hari) apa|(ng[aà]y) n[aà]o|(th[uứ]) m[aấ]y/u,
    /[أا]ي (?:ال)?(يوم|[أا]يام)|(?:किस|किन|कौन से|कौनसे) (दिन|दिनों)|(?:ב?איזה) (יום)/u,
  ),
  /(?![\p{L}\p{M}])/u,
);

/** Word by which the question asks for a day; null for any other question. Folded. */
export function dayWord(question: string): string | null {
  const asked = ASKED.exec(boundedQuestion(question));
  const word = asked?.slice(1).find((found) => found !== undefined);
  return word === undefined ? null : foldDiacritics(word.toLowerCase());
}
