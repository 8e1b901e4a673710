/** Tells sections about one thing of a kind, whose heading alone names it: "Boston fern" below "Our plants" for "Which plants are safe for cats?" */
import { pattern } from '../../../lib/patterns.ts';
import { analyseQuery, analyseText } from '../../../text/analysis/analyse.ts';
import type { OutlineSection } from '../passages/outline.ts';

const MAX_CHARACTERS_READ = 200;
const ASKS_WHICH = pattern(
  'iu',
  /^[^\p{L}]*(?:which|what|welche[rsn]?|quel(?:le)?s?|qué|cuál(?:es)?|quali|quale|welke) (\p{L}{3,30})(?!\p{L})/u,
);

/** True for a section of the asked-for kind whose heading the quoted text does not repeat. */
export function namesOneOfKind(question: string, section: OutlineSection, quoted: string): boolean {
  const kind = ASKS_WHICH.exec(question.slice(0, MAX_CHARACTERS_READ))?.[1];
  const above = section.above.at(-1);
  if (kind === undefined || above === undefined || section.isPage || section.heading === '') return false;
  if (quoted.toLowerCase().includes(section.heading.toLowerCase())) return false;
  // A word that only begins alike is another one: "What changed?" asks for no change log.
  const asked = new Set(analyseQuery(kind).filter((word) => !word.startsWith('~')));
  return analyseText(above).some((word) => asked.has(word));
}
