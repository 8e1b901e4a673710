/** Answers questions for the way with the content's section of directions. */
import { oneOf } from '../../../lib/patterns.ts';
import type { ExtractPassage } from '../passages/outline.ts';
import { readPassages } from '../passages/read-passages.ts';
import { sectionMarkdown } from '../quotation/block-markdown.ts';
import type { Quotation } from '../quotation/quotation.ts';
import { questionPattern } from '../terms/question-pattern.ts';

/** "How do I get to you?", but not "… by train", for which the content may tell of trains. */
const ASKS_FOR_WAY = questionPattern(
  'iu',
  /^\W*/u,
  oneOf(
    /(?:and )?how (?:do|can|would|should) (?:i|we|you|people|visitors) (?:get|come|travel|drive) (?:to you|there|here|to (?:the|your) (?:\p{L}+ )?(?:shop|store|office|hotel|venue|restaurant|museum|practice|clinic|place|site|house|studio|school|location))/u,
    /wie (?:komme?n? (?:ich|wir|man) (?:zu (?:euch|ihnen|dir)|hin|dahin|dorthin)|finden? (?:ich|wir) (?:euch|sie|dich|hin))|wegbeschreibung|anfahrt/u,
    /comment (?:venir|vous (?:trouver|rejoindre)|y aller|se rendre|(?:on|je) (?:vient|viens))(?: chez vous)?/u,
    /cómo (?:se )?(?:llego|llegar|llega|llegamos)(?: (?:allí|ahí|hasta allí))?|cómo (?:os|los) encuentro/u,
    /come (?:arrivare|vi raggiungo|raggiungervi|(?:ci )?arrivo|si arriva|vi trovo|trovarvi)(?: (?:da voi|lì|fin lì))?/u,
    /como (?:chegar|chego|chegamos|se chega)(?: (?:aí|lá|até vocês|até vós))?/u,
    /hoe (?:kom(?:en)? (?:ik|we|wij) (?:er|daar|bij (?:jullie|u))|vind ik jullie)|routebeschrijving/u,
    /jak (?:do was )?(?:dojechać|dojść|trafić|dotrzeć)(?: do was)?/u,
    /(?:size |oraya |sizin oraya )?nasıl (?:gel\p{L}{2,12}|gid(?:ilir|erim|ebilirim))|yol tarifi/u,
  ),
  /\W*$/u,
);
const DIRECTIONS = questionPattern(
  'iu',
  /^/u,
  oneOf(
    /getting (?:here|there|to (?:us|the|our|your)(?!\p{L}).*)|how to (?:get|find|reach) (?:here|there|us|to .+)|how (?:do|can) i get (?:here|there|to .+)|directions(?: to .+)?/u,
    /travel(?:ling)?(?: (?:to us|here|directions|information))?|(?:by )?public transport|transport/u,
    /anfahrt|so (?:finden sie|findet ihr|findest du) uns|wegbeschreibung|comment (?:venir|nous trouver)|(?:plan d['’])?accès|cómo llegar|come (?:arrivare|raggiungerci)/u,
    /como chegar|route(?:beschrijving)?|bereikbaarheid|dojazd|jak (?:dojechać|do nas (?:dojechać|trafić|dotrzeć))|ulaşım|yol tarifi/u,
  ),
  /\W*$/u,
);

export const asksForWay = (question: string): boolean => ASKS_FOR_WAY.test(question.slice(0, 200));

/** Returns null for any other question, and where no heading names directions. */
export function directionsAnswer(question: string, passages: readonly ExtractPassage[]): Quotation | null {
  if (!asksForWay(question)) return null;
  for (const [passage, { sections }] of readPassages(passages).entries()) {
    const found = sections.find(({ heading, blocks }) => blocks.length > 0 && DIRECTIONS.test(heading.trim()));
    if (found !== undefined) return { passage, markdown: sectionMarkdown(found) };
  }
  return null;
}
