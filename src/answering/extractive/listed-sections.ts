/** Answers "Which courses do you offer?" with the names of the sections below "Courses". */
import { oneOf, pattern } from '../../lib/patterns.ts';
import { ENGLISH } from '../../text/analysis/languages.ts';
import { isQuestion } from '../../text/is-question.ts';
import { type ExtractPassage, type OutlineSection, outlineOf } from './passages/outline.ts';
import { stemsOf } from './question/question-terms.ts';
import { boldHeading } from './quotation/block-markdown.ts';
import type { Quotation } from './quotation/quotation.ts';

const MAX_CHARACTERS_READ = 120;
/** Most text of the section above the others. */
const MAX_OWN_TEXT = 250;
const MIN_LISTED = 2;
const MAX_LISTED = 15;

/** English. */
const ASKS_WHICH = pattern(
  'iu',
  /^\W*(?:(?:what|which)(?: (?:kinds?|types?|sorts?) of)? |(?:show me |give me )?(?:(?:a|the) )?(?:list (?:of |all )?|all (?:of )?)(?:the |your )?)/u,
  // "What is Pilates?" asks for no list.
  /(?!(?:is|are|was|were|does|do|did|about|if|else|to)(?!\p{L}))(\p{L}+(?: \p{L}+)?)/u,
  oneOf(
    / (?:do|can|could) (?:you|u|i|we|they)(?: guys)? (?:have|offer|sell|teach|run|provide|do|make|serve|rent(?: out)?|book|choose(?: from)?|take|get)/u,
    / (?:are|is) (?:there|available|on offer|offered)| have you got|/u,
  ),
  /\W*$/u,
);
const COMMON = /(?<!\p{L})(?:our|the|all|your|available|different|list of|overview)(?!\p{L})/giu;

/** @returns null for other questions and without such sections */
export function listedSections(question: string, passages: readonly ExtractPassage[]): Quotation | null {
  const things = ASKS_WHICH.exec(question.slice(0, MAX_CHARACTERS_READ))?.[1];
  const asked = things === undefined ? null : namedIn(things);
  if (asked === null) return null;
  const isAsked = (heading: string) => namedIn(heading)?.symmetricDifference(asked).size === 0;
  const sections = passages.map((passage) => outlineOf(passage).sections);
  const place = sections.findIndex((some) => some.some(({ above }) => above.some(isAsked)));
  const listed = [...new Set(sections.flatMap((some) => some.flatMap((section) => nameBelow(section, isAsked))))];
  const own = sections.flatMap((some) => some.filter(({ heading }) => isAsked(heading)));
  if (place < 0 || listed.length < MIN_LISTED || listed.length > MAX_LISTED || own.some(tellsMore)) return null;
  const heading = sections[place]?.flatMap(({ above }) => above).find(isAsked) ?? '';
  return { passage: place, markdown: `${boldHeading(heading)}\n${listed.map((name) => `- ${name}`).join('\n')}` };
}

/** Stems of a name; null where it has none. */
function namedIn(text: string): ReadonlySet<string> | null {
  const stems = stemsOf(text.replace(COMMON, ' '), ENGLISH);
  return stems.size === 0 ? null : stems;
}

/** The heading, if it is right below an asked-for one. */
const nameBelow = ({ heading, above }: OutlineSection, isAsked: (heading: string) => boolean): readonly string[] =>
  isAsked(above.at(-1) ?? '') && heading !== '' && !isQuestion(heading) ? [heading] : [];

/** True for a section with own lists, tables or longer text. */
const tellsMore = ({ blocks }: OutlineSection): boolean =>
  blocks.some(({ kind }) => kind !== 'prose') ||
  blocks.flatMap(({ units }) => units).reduce((sum, { text }) => sum + text.length, 0) > MAX_OWN_TEXT;
