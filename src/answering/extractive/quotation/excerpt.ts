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

/** A section to quote from, and what the question asks for. */
interface AskedSection {
  readonly section: ReadSection;
  /** The units of the section, the best one among them. */
  readonly units: readonly ScoredUnit[];
  readonly best: ScoredUnit;
  readonly terms: readonly Term[];
  readonly question: string;
}

/** The block that holds the best unit. */
interface AskedBlock extends AskedSection {
  readonly block: Block;
  readonly inBlock: readonly ScoredUnit[];
}

function excerptOf(
  best: ScoredUnit,
  scored: readonly ScoredUnit[],
  read: readonly ReadPassage[],
  { terms, question }: Pick<AskedSection, 'terms' | 'question'>,
): string {
  const section = read[best.passage]?.sections[best.unit.section];
  if (section === undefined) return sentenceMarkdown(best.unit);
  const units = scored.filter(({ passage, unit }) => passage === best.passage && unit.section === best.unit.section);
  const markdown = fromFactTold(best, units, terms, question) ?? fromSection({ section, units, best, terms, question });
  // "Chief physician, room 101" below the name of the person.
  const isBelowPerson =
    asksForPerson(question) && !section.isPage && tellsPerson(section.heading) && !tellsPerson(markdown);
  const isOtherQuestion = isQuestion(section.heading) && best.underHeading < IS_HEADING;
  return isBelowPerson || (isOtherQuestion && beginsWithYesOrNo(markdown))
    ? `${boldHeading(section.heading)}  \n${markdown}`
    : withHeading(markdown, section);
}

function fromSection(asked: AskedSection): string {
  const { section, units, best, terms } = asked;
  const { blocks } = section;
  const block = blocks[best.unit.block];
  const inBlock = units.filter(({ unit }) => unit.block === best.unit.block);
  if (namedRows(inBlock, terms).length > 0 || (block?.kind === 'table' && namesColumn(block, terms)))
    return withNote(asked);
  const whole = wholeSection(withoutBadges(blocks));
  // The heading alone was found: its section as a whole is about it. So is "If it still fails" behind a list of steps.
  const isPart = best.strengths.every((strength) => strength === 0) || leansOnBlockBefore(best, blocks);
  if (isPart && whole.length <= MAX_SECTION) return whole;
  if (best.underHeading < IS_HEADING && blocks.length > 1) return withNote(asked);
  const isTrimmed =
    TRIMMED.has(best.unit.kind) &&
    (best.underHeading < IS_HEADING || namesItem(asked, units) || isOneOfFacts(asked, units));
  const isShown = whole.length <= MAX_SECTION || (blocks.length === 1 && isWhole(blocks[0]));
  return isShown && !isTrimmed ? whole : withNote(asked);
}

const leansOnBlockBefore = ({ unit }: ScoredUnit, blocks: readonly Block[]) =>
  unit.block > 0 && blocks[unit.block]?.units[0]?.text === unit.text && leansOnBefore(unit.text);

/** The block of the best unit, with the sentence that introduces it, and the one behind rows or items that holds what they lack. */
function withNote(asked: AskedSection): string {
  const { kind } = asked.best.unit;
  const shown = fromBlock(asked);
  const note = kind === 'table' || kind === 'list' ? noteBehind(asked) : '';
  return note === '' ? shown : `${shown}\n\n${note}`;
}

/** "Electric cars pay half." below a table of fees, for who asks what an electric car costs. */
function noteBehind({ section, units, best, terms }: AskedSection): string {
  const { blocks } = section;
  const { block } = best.unit;
  const note = blocks[block + 1];
  if (note?.kind !== 'prose' || blockMarkdown(note).length > MAX_SHORT) return '';
  const strongest = (at: number, term: number) =>
    Math.max(0, ...units.filter(({ unit }) => unit.block === at).map(({ strengths }) => strengths[term] ?? 0));
  const isAsked = terms.some(
    ({ weight }, term) => weight >= 1 && strongest(block, term) === 0 && strongest(block + 1, term) === 1,
  );
  return isAsked ? blockMarkdown(note) : '';
}

function fromBlock(asked: AskedSection): string {
  const { section, units, best, terms } = asked;
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
  const askedBlock = { ...asked, block, inBlock };
  switch (kind) {
    case 'prose':
      return fromProse(askedBlock);
    case 'lines':
      return blockMarkdown(block);
    case 'table':
      return fromTable(askedBlock, askedLead);
    case 'list':
      return fromList(askedBlock, askedLead);
    case 'steps':
    case 'code':
      return introduced(lead, block);
    default:
      return kind satisfies never;
  }
}

function fromProse(asked: AskedBlock): string {
  const { best, inBlock, block, section, terms, question } = asked;
  const { blocks } = section;
  const at = best.unit.block;
  const partners = withPartner(at, blocks);
  if (areCaptions(block.units.map(({ text }) => text))) return captionsAround(best, inBlock);
  if (partners.length > 1) return partners.map(blockMarkdown).join('  \n');
  const isNear = best.underHeading >= IS_NEAR_HEADING || isQuestion(section.heading);
  const isFact = isOneOfFacts(asked, inBlock);
  const isFromStart = !isFact && (isNear || (!section.isPage && blockMarkdown(block).length <= MAX_SHORT));
  const mayTurnAway = isFact || (!isFromStart && isAnsweredBy(best, inBlock, terms));
  const ofTopic = mayTurnAway ? sentencesOfTopic(best, inBlock, terms) : inBlock;
  const text = sentences(best, ofTopic, block, isFromStart, terms);
  return withFollowing(text, blocks[at + 1], inBlock, isNear || asksHow(question));
}

function fromTable(asked: AskedBlock, lead: string): string {
  const { best, inBlock, block, terms } = asked;
  // "Payment methods" above asks for all rows, rather than for those with "pay later".
  if (holdsNoMoreThan(asked) && isWhole(block) && !namesColumn(block, terms)) return introduced(lead, block);
  const named = namedRows(inBlock, terms);
  const all = inBlock.map(({ unit }) => unit);
  const chosen = asksForColumn(block, terms) ? all : named.length > 0 ? named : chosenOf(best, inBlock);
  const table = withAskedColumns(block, chosen, terms);
  return chosen.length < inBlock.length ? tableMarkdown(table) : introduced(lead, table);
}

function fromList(asked: AskedBlock, lead: string): string {
  const { best, inBlock, block } = asked;
  const items = inBlock.map(({ unit }) => unit);
  if (namesItem(asked, inBlock)) return unitsMarkdown('list', withRelatives([best.unit], items));
  const chosen = withRelatives(chosenOf(best, inBlock), items);
  const isPart = chosen.length < inBlock.length && (best.underHeading < IS_HEADING || !isWhole(block));
  const picked = isPart && !(isWhole(block) && holdsNoMoreThan(asked));
  return picked ? unitsMarkdown('list', chosen) : introduced(lead, block);
}

/** "Water a fern every two days." below "Ferns", among other facts about them. */
const isOneOfFacts = (asked: AskedSection, sentences: readonly ScoredUnit[]): boolean =>
  asked.section.isPage && isListOfFacts(sentences) && !holdsNoMoreThan(asked);

/** "Laser cutter: 2 hours" below "Training" is alone asked for by the word that neither the heading nor another item holds. */
function namesItem({ section, best, terms }: AskedSection, beside: readonly ScoredUnit[]): boolean {
  // Items of a nested list are told by those above and below them.
  if (best.unit.kind !== 'list' || beside.some(({ unit }) => /^\s/.test(unit.markdown))) return false;
  const heading = new Set(section.headingWords);
  return terms.some((term, at) => {
    if (term.weight < 1 || best.strengths[at] !== 1 || strengthOf(term, heading) > 0) return false;
    return beside.every((one) => one === best || (one.strengths[at] ?? 0) === 0);
  });
}

/** "Proof of identity" below "Proofs to bring" is no more what was asked for than the items beside it. */
function holdsNoMoreThan({ section, best, terms }: AskedSection): boolean {
  const words = new Set(section.headingWords);
  return terms.every((term, at) => strengthOf(term, words) >= (best.strengths[at] ?? 0));
}

/** The last sentence, unless it is understood only after the one before. */
function leadOf({ units }: Block): string {
  const { text = '', markdown = '' } = units.at(-1) ?? {};
  return leansOnBefore(text) ? '' : markdown;
}

const introduced = (lead: string, block: Block) =>
  lead === '' ? blockMarkdown(block) : `${lead}\n\n${blockMarkdown(block)}`;
