/** Questions for who holds a post or owns a thing, and texts that tell nobody. */
import { oneOf, pattern, sequence } from '../../../lib/patterns.ts';
import { namesMonth } from '../facts/months.ts';
import { tellsMaker } from '../facts/people.ts';
import { namesDay } from '../facts/weekday-names.ts';

/** "Who is the principal?" Not in German, whose every noun has a capital as names have. */
const HOLDER = pattern(
  'iu',
  sequence(
    /^\W*/u,
    oneOf(
      /(?:and )?who(?:['’]?s| is| was) (?:the|your)(?: \p{L}+){1,3}/u,
      /qui (?:est |sont )?(?:le |la |les |l['’]|votre |vos )\p{L}+(?: \p{L}+){0,2}|qui (?:dirige|tient|gère|a fondé) [^?]{1,60}/u,
      /(?:quién|quien|quem) (?:es|é) (?:el|la|su|vuestr[oa]|o|a|(?:o|a) voss[oa]) \p{L}+(?: \p{L}+){0,2}|(?:quién|quien|quem) (?:dirige|fundó|fundou|gere) [^?]{1,60}/u,
      /chi è (?:il |la |l['’]|il vostro |la vostra )\p{L}+(?: \p{L}+){0,2}|chi (?:dirige|gestisce|ha fondato) [^?]{1,60}/u,
      /wie is (?:de|het|jullie|uw) \p{L}+(?: \p{L}+){0,2}|kto jest \p{L}+(?: \p{L}+){0,2}|kto (?:prowadzi|kieruje|założył) [^?]{1,60}/u,
    ),
    /\W*$/u,
  ),
);
/** "Who owns the shop?" */
const OWNER = /^\W*(?:and )?who (?:owns|founded|runs|manages) [^?]{1,60}\W*$/iu;
const TELLS_OWNER =
  /(?<!\p{L})(?:own(?:s|ed|ers?)|founde[dr]|founders|run by|runs? (?:the|this|our|it)|led by|manage[dsr]?|managers?|belongs?|family|co-?operative)(?!\p{L})/iu;
/** Headings are written in capitals. */
const HEADING_LINE = /^\*\*[^\n]*\*\* *$/gmu;
/** A word with a capital within a sentence, or behind a title, and not in a list: "contains Dairy, Rye and Wheat". */
const CAPITALISED = pattern(
  'gu',
  /\p{Ll}(?<!(?<!\p{L})(?:and|or)) (?:\p{L}{1,3}\. )?(\p{Lu}\p{L}{1,40})(?!\p{L}|, \p{Lu})/u,
);

export const asksForOwner = (question: string): boolean => OWNER.test(question);

export const lacksOwner = (text: string): boolean => !tellsMaker(text) && !TELLS_OWNER.test(text);

export const asksForHolder = (question: string): boolean => HOLDER.test(question);

export function lacksName(found: string): boolean {
  const text = found.replace(HEADING_LINE, '');
  if (tellsMaker(text)) return false;
  return [...text.matchAll(CAPITALISED)].every(([, word = '']) => namesDay(word.toLowerCase()) || namesMonth(word));
}
