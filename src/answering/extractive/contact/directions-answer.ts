/** Answers English questions for the way with the content's section of directions. */
import type { ExtractPassage } from '../passages/outline.ts';
import { readPassages } from '../passages/read-passages.ts';
import { sectionMarkdown } from '../quotation/block-markdown.ts';
import type { Quotation } from '../quotation/quotation.ts';

/** "How do I get to you?", but not "… by train", for which the content may tell of trains. */
const ASKS_FOR_WAY =
  /^\W*(?:and )?how (?:do|can|would|should) (?:i|we|you|people|visitors) (?:get|come|travel|drive) (?:to you|there|here|to (?:the|your) (?:\p{L}+ )?(?:shop|store|office|hotel|venue|restaurant|museum|practice|clinic|place|site|house|studio|school|location))\W*$/iu;
const DIRECTIONS =
  /^(?:getting (?:here|there|to (?:us|the|our|your)(?!\p{L}).*)|how to (?:get|find|reach) (?:here|there|us|to .+)|how (?:do|can) i get (?:here|there|to .+)|directions(?: to .+)?|travel(?:ling)?(?: (?:to us|here|directions|information))?|(?:by )?public transport|transport)\W*$/iu;

/** Returns null for any other question, and where no heading names directions. */
export function directionsAnswer(question: string, passages: readonly ExtractPassage[]): Quotation | null {
  if (!ASKS_FOR_WAY.test(question.slice(0, 200))) return null;
  for (const [passage, { sections }] of readPassages(passages).entries()) {
    const found = sections.find(({ heading, blocks }) => blocks.length > 0 && DIRECTIONS.test(heading.trim()));
    if (found !== undefined) return { passage, markdown: sectionMarkdown(found) };
  }
  return null;
}
