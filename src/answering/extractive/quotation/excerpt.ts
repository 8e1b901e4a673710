/**
 * Quotes the asked-for part of the best section: all of it when it is short or its heading is the question, else the matching block or
 * sentences. Steps and opening hours are never cut, and code stays fenced.
 */

import { analyseText } from '../../../text/analysis/analyse.ts';
import { isQuestion } from '../../../text/is-question.ts';
import { isLabelled } from '../../../text/labelled-line.ts';
import { CONTACT_FORMS, tellsHowToReach } from '../facts/contact-forms.ts';
import { FREE, HOURS } from '../facts/fact-marks.ts';
import { asksForPerson, tellsPerson } from '../facts/people.ts';
import { beginsWithYesOrNo, isAnaphoric } from '../passages/context-dependent-text.ts';
import type { ReadPassage } from '../passages/read-passages.ts';
import type { BlockKind, PassageBlock } from '../passages/sections.ts';
import { asksYesOrNo } from '../scoring/heading-match.ts';
import { IS_HEADING, type ScoredUnit } from '../scoring/unit-scoring.ts';
import { strengthOf, type Term } from '../terms/terms.ts';
import { type AskedSection, asksForOneItem, isOneOfManyFacts, MAX_SHORT } from './asked-section.ts';
import { blockExcerpt } from './block-excerpt.ts';
import {
  blockMarkdown,
  boldHeading,
  isWhole,
  MAX_SECTION,
  sentenceMarkdown,
  wholeSection,
  withHeading,
  withoutBadges,
} from './block-markdown.ts';
import { namedRows } from './chosen-rows.ts';
import { namesOneOfKind } from './one-of-kind.ts';
import { ANNOUNCES, excerptFromFact, MAX_PARAGRAPH, withAnnouncedBlock } from './paragraph-sentences.ts';
import type { Quotation } from './quotation.ts';
import { namesColumn } from './table-columns.ts';

/** Share of the best score that sentences of another passage need. */
const MIN_OTHER_SHARE = 0.75;
const MIN_TERMS_FOR_TWO = 3;
const TRIMMED: ReadonlySet<BlockKind> = new Set(['prose', 'list', 'table']);

type Asked = Pick<AskedSection, 'terms' | 'question'>;

/**
 * Quotes the best unit with its context, and a sentence of another passage that adds to it.
 * @param best of the scored units
 */
export function excerptsOf(
  best: ScoredUnit,
  scored: readonly ScoredUnit[],
  read: readonly ReadPassage[],
  asked: Asked,
): readonly Quotation[] {
  const { terms } = asked;
  const rest = scored.filter((one) => one.score > 0 && one !== best).sort((one, other) => other.score - one.score);
  const first = { passage: best.passage, markdown: excerptOf(best, scored, read, asked) };
  // Questions of one or two words get one quotation.
  if (terms.length < MIN_TERMS_FOR_TWO) return [first];
  for (const other of rest) {
    if (other.passage === best.passage || !answersMissingTerms(best, other, terms)) continue;
    const markdown = sentenceWithBlock(other, read);
    if (!ANNOUNCES.test(markdown)) return [first, { passage: other.passage, markdown }];
  }
  return [first];
}

/** A sentence with the list or code that it announces, unless that is too long. */
function sentenceWithBlock(one: ScoredUnit, read: readonly ReadPassage[]): string {
  const { section, block } = one.unit;
  const next = read[one.passage]?.sections[section]?.blocks[block + 1];
  return withAnnouncedBlock(sentenceMarkdown(one.unit), next, [one], false);
}

/**
 * True for another passage of nearly the same score that holds words which the best lacks, but not just a "3 weeks" of anything. Characters
 * of unspaced scripts tell only together.
 */
function answersMissingTerms(best: ScoredUnit, other: ScoredUnit, terms: Asked['terms']): boolean {
  if (other.score < MIN_OTHER_SHARE * best.score || other.unit.kind !== 'prose' || best.unit.kind !== 'prose')
    return false;
  if (other.unit.text === best.unit.text || other.unit.text.length > MAX_PARAGRAPH) return false;
  return terms.some(
    ({ weight, exact }, term) =>
      (weight >= 1 || exact === null) && (other.strengths[term] ?? 0) > 0 && (best.strengths[term] ?? 0) === 0,
  );
}

function excerptOf(
  best: ScoredUnit,
  scored: readonly ScoredUnit[],
  read: readonly ReadPassage[],
  asked: Asked,
): string {
  const section = read[best.passage]?.sections[best.unit.section];
  if (section === undefined) return sentenceMarkdown(best.unit);
  const units = scored.filter(({ passage, unit }) => passage === best.passage && unit.section === best.unit.section);
  const inSection = { section, units, best, ...asked };
  const markdown = excerptFromFact(inSection) ?? fromSection(inSection);
  // "Chief physician, room 101" below the name of the person.
  const isBelowPerson =
    asksForPerson(asked.question) && !section.isPage && tellsPerson(section.heading) && !tellsPerson(markdown);
  const isOtherQuestion = isQuestion(section.heading) && best.underHeading < IS_HEADING;
  return isBelowPerson ||
    isToldByHeading(inSection, markdown) ||
    namesOneOfKind(asked.question, section, markdown) ||
    (isOtherQuestion && beginsWithYesOrNo(markdown))
    ? `${boldHeading(section.heading)}  \n${markdown}`
    : withHeading(markdown, section);
}

/** "Norvexa contains lactose" above "Ask your doctor first" is the answer to "Does it contain lactose?" */
function isToldByHeading({ section, terms, question }: AskedSection, markdown: string): boolean {
  if (section.isPage || isQuestion(section.heading) || !asksYesOrNo(question)) return false;
  const heading = new Set(section.headingWords);
  const telling = terms.filter(({ weight }) => weight >= 1);
  if (telling.length < 2 || telling.some((term) => strengthOf(term, heading) === 0)) return false;
  const shown = new Set(analyseText(markdown));
  return telling.some((term) => strengthOf(term, shown) === 0);
}

function fromSection(asked: AskedSection): string {
  const { section, units, best, terms } = asked;
  const { blocks } = section;
  const block = blocks[best.unit.block];
  const inBlock = units.filter(({ unit }) => unit.block === best.unit.block);
  if (namedRows(inBlock, terms).length > 0 || (block?.kind === 'table' && namesColumn(block, terms)))
    return withNote(asked);
  const whole = wholeSection(withoutContactBelow(withoutBadges(blocks), asked));
  // The whole section is needed for a heading alone, and for "If it still fails" behind a list of steps.
  const isHeadingAlone = best.strengths.every((strength) => strength === 0);
  if ((isHeadingAlone || refersToBlockBefore(best, blocks)) && whole.length <= MAX_SECTION) return whole;
  if (best.underHeading < IS_HEADING && blocks.length > 1) return withNote(asked);
  const isTrimmed =
    TRIMMED.has(best.unit.kind) &&
    (best.underHeading < IS_HEADING || asksForOneItem(asked, units) || isOneOfManyFacts(asked, units));
  const isShown = whole.length <= MAX_SECTION || (blocks.length === 1 && isWhole(blocks[0]));
  return isShown && !isTrimmed ? whole : withNote(asked);
}

/** Leaves out contact details at the end of a pasted text. */
function withoutContactBelow(blocks: readonly PassageBlock[], { units }: AskedSection): readonly PassageBlock[] {
  const last = blocks.at(-1);
  if (blocks.length < 2 || last === undefined || !isContact(last)) return blocks;
  const holdsTerm = units.some(
    ({ unit, strengths }) =>
      last.units.some(({ text }) => text === unit.text) && strengths.some((strength) => strength > 0),
  );
  return holdsTerm ? blocks : blocks.slice(0, -1);
}

/** "Contact: …", or a number beside a mailbox. "Send it to jobs@…" may be the last step of a section. */
function isContact({ kind, units }: PassageBlock): boolean {
  if (kind === 'table' || kind === 'code') return false;
  const text = units.map((unit) => unit.text).join('\n');
  if (kind === 'prose' && isLabelled(text) && tellsHowToReach(text)) return true;
  return CONTACT_FORMS.telephone.test(text) && CONTACT_FORMS.mail.test(text);
}

const refersToBlockBefore = ({ unit }: ScoredUnit, blocks: readonly PassageBlock[]) =>
  unit.block > 0 && blocks[unit.block]?.units[0]?.text === unit.text && isAnaphoric(unit.text);

/** The best unit's block with its introduction and note. */
function withNote(asked: AskedSection): string {
  const { kind } = asked.best.unit;
  const shown = blockExcerpt(asked);
  const note = kind === 'table' || kind === 'list' ? noteBehind(asked) : '';
  return note === '' ? shown : `${shown}\n\n${note}`;
}

/** The short paragraph below with a word that the block lacks: "Electric cars pay half." */
function noteBehind({ section, units, best, terms }: AskedSection): string {
  const { blocks } = section;
  const { block } = best.unit;
  const note = blocks[block + 1];
  if (note?.kind !== 'prose' || blockMarkdown(note).length > MAX_SHORT) return '';
  const strongest = (at: number, term: number) =>
    Math.max(0, ...units.filter(({ unit }) => unit.block === at).map(({ strengths }) => strengths[term] ?? 0));
  // Prices do not tell what is free.
  const isLacking = ({ facts }: Term, term: number) =>
    strongest(block, term) < 1 && (facts.has(FREE) || strongest(block, term) === 0);
  const isAsked = terms.some((term, at) => term.weight >= 1 && isLacking(term, at) && strongest(block + 1, at) === 1);
  // "Closed at Christmas" below the hours of the week.
  const isOnHours = terms.some(({ facts }, at) => facts.has(HOURS) && strongest(block + 1, at) > 0);
  return isAsked || isOnHours ? blockMarkdown(note) : '';
}
