/** Quotes parts of paragraphs, tables and lists; steps, lines and code whole. */

import { isQuestion } from '../../../text/is-question.ts';
import { AMOUNT, PRICE } from '../facts/fact-marks.ts';
import { isAnaphoric } from '../passages/context-dependent-text.ts';
import { areCaptions } from '../passages/paragraph-lines.ts';
import type { PassageBlock } from '../passages/sections.ts';
import { asksHow } from '../question/expected-answer-type.ts';
import { tellsProblem } from '../question/question-subject.ts';
import { isNegated } from '../scoring/heading-match.ts';
import { IS_HEADING } from '../scoring/unit-scoring.ts';
import { strengthOf, type Term } from '../terms/terms.ts';
import {
  type AskedBlock,
  type AskedSection,
  asksForOneItem,
  isNoBetterThanHeading,
  isOneOfManyFacts,
  MAX_SHORT,
} from './asked-section.ts';
import { blockMarkdown, isWhole, sentenceMarkdown, unitsMarkdown } from './block-markdown.ts';
import { chosenRows, namedRows, withNestedItems } from './chosen-rows.ts';
import {
  ANNOUNCES,
  captionsAround,
  MAX_PARAGRAPH,
  paragraphExcerpt,
  withAnnouncedBlock,
} from './paragraph-sentences.ts';
import { isAnsweredBy, sentencesOfTopic } from './paragraph-topics.ts';
import { withPriceOrDescription } from './price-lists.ts';
import { asksForColumn, namesColumn, withAskedColumns } from './table-columns.ts';
import { tableMarkdown } from './table-markdown.ts';

/** Shorter price lists are shown whole. */
const MIN_PRICED_LINES = 3;
/** Least weight of a telling word, of this question or the one before. */
const MIN_NAMING_WEIGHT = 0.5;
/** Smallest `underHeading` that shows a short paragraph from its beginning. */
const IS_NEAR_HEADING = 0.45;

export function blockExcerpt(asked: AskedSection): string {
  const { section, units, best, terms } = asked;
  const { blocks } = section;
  const { block: at, kind } = best.unit;
  const block = blocks[at];
  if (block === undefined) return sentenceMarkdown(best.unit);
  const inBlock = units.filter(({ unit }) => unit.block === at);
  const before = blocks[at - 1];
  const lead = before?.kind === 'prose' ? leadOf(before) : '';
  // Prices do not count: "No credit card required." says nothing about those below.
  const isLeadAsked = units
    .findLast(({ unit }) => unit.block === at - 1)
    ?.strengths.some((strength, term) => strength > 0 && terms[term]?.facts.has(PRICE) !== true);
  const askedLead = isLeadAsked === true || ANNOUNCES.test(lead) ? lead : '';
  const askedBlock = { ...asked, block, inBlock };
  switch (kind) {
    case 'prose':
      return fromProse(askedBlock);
    case 'lines':
      return pricedLines(askedBlock) ?? blockMarkdown(block);
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

/** Named lines of a pasted price list: "Check-up £58" of eight. Null for other lines. */
function pricedLines({ best, inBlock, terms }: AskedBlock): string | null {
  const isPriced = inBlock.length >= MIN_PRICED_LINES && inBlock.every(({ unit }) => unit.words.has(AMOUNT));
  const named = isPriced ? inBlock.filter(({ strengths }) => namesTelling(strengths, terms)) : [];
  const isPart = named.includes(best) && named.length <= inBlock.length / 2;
  return isPart ? named.map(({ unit }) => sentenceMarkdown(unit)).join('  \n') : null;
}

/** True for a telling word, letter for letter or in another form. */
const namesTelling = (strengths: readonly number[], terms: readonly Term[]): boolean =>
  terms.some(({ weight, facts }, at) => weight >= MIN_NAMING_WEIGHT && !facts.has(PRICE) && strengths[at] === 1);

function fromProse(asked: AskedBlock): string {
  const { best, inBlock, block, section, terms, question } = asked;
  const { blocks } = section;
  const at = best.unit.block;
  const partners = withPriceOrDescription(at, blocks);
  if (areCaptions(block.units.map(({ text }) => text))) return captionsAround(best, inBlock);
  if (partners.length > 1) return partners.map(blockMarkdown).join('  \n');
  const isNear = best.underHeading >= IS_NEAR_HEADING || isQuestion(section.heading);
  const isFact = isOneOfManyFacts(asked, inBlock);
  // A problem needs all that is said of it.
  const max = tellsProblem(question) ? MAX_PARAGRAPH : MAX_SHORT;
  const isFromStart = !isFact && (isNear || (!section.isPage && blockMarkdown(block).length <= max));
  const mayTurnAway = isFact || (!isFromStart && isAnsweredBy(best, inBlock, terms));
  const ofTopic = mayTurnAway ? sentencesOfTopic(best, inBlock, terms) : inBlock;
  const text = paragraphExcerpt(asked, ofTopic, isFromStart);
  return withAnnouncedBlock(text, blocks[at + 1], inBlock, isNear || asksHow(question));
}

function fromTable(asked: AskedBlock, lead: string): string {
  const { section, best, inBlock, block, terms, question } = asked;
  // "Payment methods" above asks for all rows, rather than for those with "pay later".
  if ((isNoBetterThanHeading(asked) || isNegatedWord(asked)) && isWhole(block) && !namesColumn(block, terms))
    return introduced(lead, block);
  const named = namedRows(inBlock, terms);
  const all = inBlock.map(({ unit }) => unit);
  const isColumn = asksForColumn(block, terms, new Set(section.headingWords));
  const chosen = isColumn ? all : named.length > 0 ? named : chosenRows(best, inBlock);
  const table = withAskedColumns(block, chosen, terms, question);
  return chosen.length < inBlock.length ? tableMarkdown(table) : introduced(lead, table);
}

/** "Not collected" in a row below "Collection days" says no more than the heading for "When is it collected?" */
function isNegatedWord({ section, best, terms }: AskedBlock): boolean {
  const heading = new Set(section.headingWords);
  return (
    isNegated(best.unit.text) && terms.every((term, at) => best.strengths[at] === 0 || strengthOf(term, heading) > 0)
  );
}

function fromList(asked: AskedBlock, lead: string): string {
  const { best, inBlock, block } = asked;
  const items = inBlock.map(({ unit }) => unit);
  if (asksForOneItem(asked, inBlock)) return unitsMarkdown('list', withNestedItems([best.unit], items));
  const chosen = withNestedItems(chosenRows(best, inBlock), items);
  const isPart = chosen.length < inBlock.length && (best.underHeading < IS_HEADING || !isWhole(block));
  const picked = isPart && !(isWhole(block) && isNoBetterThanHeading(asked));
  return picked ? unitsMarkdown('list', chosen) : introduced(lead, block);
}

/** The last sentence; empty when it needs the one before. */
function leadOf({ units }: PassageBlock): string {
  const { text = '', markdown = '' } = units.at(-1) ?? {};
  return isAnaphoric(text) ? '' : markdown;
}

const introduced = (lead: string, block: PassageBlock) =>
  lead === '' ? blockMarkdown(block) : `${lead}\n\n${blockMarkdown(block)}`;
