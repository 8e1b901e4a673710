/**
 * Quotes from the best section what was asked for: the whole section when it is short or its heading is the question,
 * else the block or the sentences that match. Lists stay lists, steps and opening hours are never cut, code stays fenced.
 */

import { isQuestion } from '../../../text/is-question.ts';
import { asksHow } from '../expected-answer-type.ts';
import { asksForPerson, tellsPerson } from '../facts/people.ts';
import { PRICE } from '../facts/told-facts.ts';
import { beginsWithYesOrNo, leansOnBefore } from '../passages/context-dependent-text.ts';
import { areCaptions } from '../passages/paragraph-lines.ts';
import type { ReadPassage, ReadSection } from '../passages/read-passages.ts';
import type { Block, BlockKind } from '../passages/sections.ts';
import { strengthOf, type Term } from '../terms/terms.ts';
import type { ScoredUnit } from '../unit-scoring.ts';
import {
  blockMarkdown,
  boldHeading,
  isWhole,
  MAX_SECTION,
  sentenceMarkdown,
  unitsMarkdown,
  wholeSection,
  withHeading,
  withoutBadges,
} from './block-markdown.ts';
import { chosenOf, namedRows, withRelatives } from './chosen-rows.ts';
import {
  ANNOUNCES,
  captionsAround,
  fromFactTold,
  MAX_PARAGRAPH,
  sentences,
  withFollowing,
} from './paragraph-sentences.ts';
import { isAnsweredBy, isListOfFacts, sentencesOfTopic } from './paragraph-topics.ts';
import { withPartner } from './price-lists.ts';
import type { Quotation } from './quotation.ts';
import { asksForColumn, namesColumn, withAskedColumns } from './table-columns.ts';
import { tableMarkdown } from './table-markdown.ts';

/** A paragraph below a heading that is shown from its beginning. */
const MAX_SHORT = 160;
/** From here on the heading is the question. */
const IS_HEADING = 0.6;
/** From here on a short paragraph is shown from its beginning, as below a question. */
const IS_NEAR_HEADING = 0.45;
/** Share of the best score that sentences of another passage need. */
const MIN_OTHER_SHARE = 0.75;
const MIN_TERMS_FOR_TWO = 3;
/** Kinds of which a part can be shown. */
const TRIMMED: ReadonlySet<BlockKind> = new Set(['prose', 'list', 'table']);

export function excerptsOf(
  scored: readonly ScoredUnit[],
  read: readonly ReadPassage[],
  terms: readonly Term[],
  question: string,
): readonly Quotation[] {
  const [best, ...rest] = scored.filter(({ score }) => score > 0).sort((one, other) => other.score - one.score);
  if (best === undefined) return [];
  const first = { passage: best.passage, markdown: excerptOf(best, scored, read, { terms, question }) };
  // A question of one or two words is answered once.
  const other =
    terms.length < MIN_TERMS_FOR_TWO
      ? undefined
      : rest.find((unit) => unit.passage !== best.passage && addsTo(best, unit, terms));
  if (other === undefined) return [first];
  return [first, { passage: other.passage, markdown: sentenceMarkdown(other.unit) }];
}

/**
 * Another passage is quoted when it nearly scores alike and holds words of the question that the best lacks: not its "3 weeks", which any
 * passage may hold. Characters of unspaced scripts tell only together.
 */
function addsTo(best: ScoredUnit, other: ScoredUnit, terms: readonly Term[]): boolean {
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
  { terms, question }: { readonly terms: readonly Term[]; readonly question: string },
): string {
  const section = read[best.passage]?.sections[best.unit.section];
  if (section === undefined) return sentenceMarkdown(best.unit);
  const units = scored.filter(({ passage, unit }) => passage === best.passage && unit.section === best.unit.section);
  const markdown = fromFactTold(best, units, terms, question) ?? inSection(best, units, section, terms, question);
  // "Chief physician, room 101" below the name of the person.
  if (asksForPerson(question) && !section.isPage && tellsPerson(section.heading) && !tellsPerson(markdown))
    return `${boldHeading(section.heading)}  \n${markdown}`;
  const isOtherQuestion = isQuestion(section.heading) && best.underHeading < IS_HEADING;
  return isOtherQuestion && beginsWithYesOrNo(markdown)
    ? `${boldHeading(section.heading)}  \n${markdown}`
    : withHeading(markdown, section);
}

function inSection(
  best: ScoredUnit,
  units: readonly ScoredUnit[],
  section: ReadSection,
  terms: readonly Term[],
  question: string,
): string {
  const { blocks } = section;
  const block = blocks[best.unit.block];
  const isRowNamed =
    namedRows(
      units.filter(({ unit }) => unit.block === best.unit.block),
      terms,
    ).length > 0;
  if (isRowNamed || (block?.kind === 'table' && namesColumn(block, terms)))
    return focused(best, units, section, terms, question);
  const whole = wholeSection(withoutBadges(blocks));
  // The heading alone was found: its section as a whole is about it. So is "If it still fails" behind a list of steps.
  const isPart = best.strengths.every((strength) => strength === 0) || leansOnBlockBefore(best, blocks);
  if (isPart && whole.length <= MAX_SECTION) return whole;
  if (best.underHeading >= IS_HEADING || blocks.length === 1) {
    const isTrimmed =
      TRIMMED.has(best.unit.kind) &&
      (best.underHeading < IS_HEADING ||
        namesItem(best, units, section, terms) ||
        isOneOfFacts(best, units, section, terms));
    if (isTrimmed) return focused(best, units, section, terms, question);
    if (whole.length <= MAX_SECTION || (blocks.length === 1 && isWhole(blocks[0]))) return whole;
  }
  return focused(best, units, section, terms, question);
}

const leansOnBlockBefore = ({ unit }: ScoredUnit, blocks: readonly Block[]) =>
  unit.block > 0 && blocks[unit.block]?.units[0]?.text === unit.text && leansOnBefore(unit.text);

/** The block of the best unit, with the sentence that introduces it, and the one behind rows or items that holds what they lack. */
function focused(
  best: ScoredUnit,
  units: readonly ScoredUnit[],
  section: ReadSection,
  terms: readonly Term[],
  question: string,
): string {
  const shown = blockAsked(best, units, section, terms, question);
  const note = best.unit.kind === 'table' || best.unit.kind === 'list' ? noteBehind(best, units, section, terms) : '';
  return note === '' ? shown : `${shown}\n\n${note}`;
}

/** "Electric cars pay half." below a table of fees, for who asks what an electric car costs. */
function noteBehind(
  { unit: { block } }: ScoredUnit,
  units: readonly ScoredUnit[],
  { blocks }: ReadSection,
  terms: readonly Term[],
): string {
  const note = blocks[block + 1];
  if (note?.kind !== 'prose' || blockMarkdown(note).length > MAX_SHORT) return '';
  const strongest = (at: number, term: number) =>
    Math.max(0, ...units.filter(({ unit }) => unit.block === at).map(({ strengths }) => strengths[term] ?? 0));
  const isAsked = terms.some(
    ({ weight }, term) => weight >= 1 && strongest(block, term) === 0 && strongest(block + 1, term) === 1,
  );
  return isAsked ? blockMarkdown(note) : '';
}

function blockAsked(
  best: ScoredUnit,
  units: readonly ScoredUnit[],
  section: ReadSection,
  terms: readonly Term[],
  question: string,
): string {
  const { blocks } = section;
  const { block: at, kind } = best.unit;
  const block = blocks[at];
  if (block === undefined) return sentenceMarkdown(best.unit);
  const inBlock = units.filter(({ unit }) => unit.block === at);
  const before = blocks[at - 1];
  const lead = before?.kind === 'prose' ? leadOf(before) : '';
  // "No credit card required." says nothing about the prices below it, nor does another price.
  const isLeadAsked = units
    .findLast(({ unit }) => unit.block === at - 1)
    ?.strengths.some((strength, term) => strength > 0 && terms[term]?.facts.has(PRICE) !== true);
  const askedLead = isLeadAsked === true || ANNOUNCES.test(lead) ? lead : '';
  const asked = { best, inBlock, block, section, terms };
  switch (kind) {
    case 'prose':
      return proseAsked(asked, blocks, question);
    case 'lines':
      return blockMarkdown(block);
    case 'table':
      return tableAsked(asked, askedLead);
    case 'list':
      return listAsked(asked, askedLead);
    case 'steps':
    case 'code':
      return introduced(lead, block);
    default:
      return kind satisfies never;
  }
}

interface AskedBlock {
  readonly best: ScoredUnit;
  readonly inBlock: readonly ScoredUnit[];
  readonly block: Block;
  readonly section: ReadSection;
  readonly terms: readonly Term[];
}

function proseAsked(
  { best, inBlock, block, section, terms }: AskedBlock,
  blocks: readonly Block[],
  question: string,
): string {
  const at = best.unit.block;
  const partners = withPartner(at, blocks);
  if (areCaptions(block.units.map(({ text }) => text))) return captionsAround(best, inBlock);
  if (partners.length > 1) return partners.map(blockMarkdown).join('  \n');
  const isNear = best.underHeading >= IS_NEAR_HEADING || isQuestion(section.heading);
  const isFact = isOneOfFacts(best, inBlock, section, terms);
  const isFromStart = !isFact && (isNear || (!section.isPage && blockMarkdown(block).length <= MAX_SHORT));
  const mayTurnAway = isFact || (!isFromStart && isAnsweredBy(best, inBlock, terms));
  const ofTopic = mayTurnAway ? sentencesOfTopic(best, inBlock, terms) : inBlock;
  const text = sentences(best, ofTopic, block, isFromStart, terms);
  return withFollowing(text, blocks[at + 1], inBlock, isNear || asksHow(question));
}

function tableAsked({ best, inBlock, block, section, terms }: AskedBlock, lead: string): string {
  // "Payment methods" above asks for all rows, rather than for those with "pay later".
  if (holdsNoMoreThan(section, best, terms) && isWhole(block) && !namesColumn(block, terms))
    return introduced(lead, block);
  const named = namedRows(inBlock, terms);
  const all = inBlock.map(({ unit }) => unit);
  const chosen = asksForColumn(block, terms) ? all : named.length > 0 ? named : chosenOf(best, inBlock);
  const table = withAskedColumns(block, chosen, terms);
  return chosen.length < inBlock.length ? tableMarkdown(table) : introduced(lead, table);
}

function listAsked({ best, inBlock, block, section, terms }: AskedBlock, lead: string): string {
  const items = inBlock.map(({ unit }) => unit);
  if (namesItem(best, inBlock, section, terms)) return unitsMarkdown('list', withRelatives([best.unit], items));
  const chosen = withRelatives(chosenOf(best, inBlock), items);
  const isPart = chosen.length < inBlock.length && (best.underHeading < IS_HEADING || !isWhole(block));
  const picked = isPart && !(isWhole(block) && holdsNoMoreThan(section, best, terms));
  return picked ? unitsMarkdown('list', chosen) : introduced(lead, block);
}

/** "Water a fern every two days." below "Ferns", among other facts about them. */
const isOneOfFacts = (
  best: ScoredUnit,
  sentences: readonly ScoredUnit[],
  section: ReadSection,
  terms: readonly Term[],
): boolean => section.isPage && isListOfFacts(sentences) && !holdsNoMoreThan(section, best, terms);

/** "Laser cutter: 2 hours" below "Training" is alone asked for by the word that neither the heading nor another item holds. */
function namesItem(
  best: ScoredUnit,
  inBlock: readonly ScoredUnit[],
  { headingWords }: ReadSection,
  terms: readonly Term[],
): boolean {
  // Items of a nested list are told by those above and below them.
  if (best.unit.kind !== 'list' || inBlock.some(({ unit }) => /^\s/.test(unit.markdown))) return false;
  const heading = new Set(headingWords);
  return terms.some((term, at) => {
    if (term.weight < 1 || best.strengths[at] !== 1 || strengthOf(term, heading) > 0) return false;
    return inBlock.every((one) => one === best || (one.strengths[at] ?? 0) === 0);
  });
}

/** "Proof of identity" below "Proofs to bring" is no more what was asked for than the items beside it. */
function holdsNoMoreThan({ headingWords }: ReadSection, { strengths }: ScoredUnit, terms: readonly Term[]): boolean {
  const words = new Set(headingWords);
  return terms.every((term, at) => strengthOf(term, words) >= (strengths[at] ?? 0));
}

/** The last sentence, unless it is understood only after the one before. */
function leadOf({ units }: Block): string {
  const { text = '', markdown = '' } = units.at(-1) ?? {};
  return leansOnBefore(text) ? '' : markdown;
}

const introduced = (lead: string, block: Block) =>
  lead === '' ? blockMarkdown(block) : `${lead}\n\n${blockMarkdown(block)}`;
