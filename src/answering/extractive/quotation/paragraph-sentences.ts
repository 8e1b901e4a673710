import { isAnaphoric, isFragment } from '../passages/context-dependent-text.ts';
import type { PassageBlock } from '../passages/sections.ts';
import { tellsFactAskedFor } from '../question/expected-answer-type.ts';
import type { ScoredUnit } from '../scoring/unit-scoring.ts';
import type { AskedBlock, AskedSection } from './asked-section.ts';
import { blockMarkdown, isWhole, joinedSentences, sentenceMarkdown } from './block-markdown.ts';
import { isAnsweredBy } from './paragraph-topics.ts';

/** Characters of a paragraph that is shown to its end. */
export const MAX_PARAGRAPH = 480;
const MAX_SENTENCES_LENGTH = 600;
const MAX_SENTENCES = 3;
/** Characters of code below a paragraph. */
const MAX_CODE = 400;
/** Share of the best score that further sentences need. */
const MIN_SCORE_SHARE = 0.65;
/** Share that a short paragraph's first sentence needs. */
const MIN_START_SHARE = 0.4;
/** Share that sentences need beside one that tells the fact. */
const MIN_FACT_SHARE = 0.7;
/** Lines of captions beside the best. */
const CAPTIONS_BEFORE = 1;
const CAPTIONS_AFTER = 2;

/** Quotes a short paragraph from its first relevant sentence, and of a long one the best and other good sentences. */
export function paragraphExcerpt(asked: AskedBlock, ofTopic: readonly ScoredUnit[], isFromStart: boolean): string {
  const chosen =
    blockMarkdown(asked.block).length <= MAX_PARAGRAPH
      ? fromFirstAsked(asked, ofTopic, isFromStart)
      : bestOf(asked.best, ofTopic);
  return joinedSentences(chosen.map(({ unit }) => sentenceMarkdown(unit)));
}

function fromFirstAsked(
  { best, terms }: AskedBlock,
  ofTopic: readonly ScoredUnit[],
  isFromStart: boolean,
): readonly ScoredUnit[] {
  const subject = terms.findIndex(({ isSubject }) => isSubject === true);
  const lacksSubject = ({ strengths }: ScoredUnit) => (best.strengths[subject] ?? 0) > 0 && strengths[subject] === 0;
  const isStart = (one: ScoredUnit) =>
    !lacksSubject(one) && one.strengths.some((strength) => strength > 0) && one.score >= MIN_START_SHARE * best.score;
  let from = ofTopic.findIndex((one) => one === best || isStart(one));
  while (from > 0 && isAnaphoric(ofTopic[from]?.unit.text ?? '')) from -= 1;
  return ofTopic.slice(isFromStart ? 0 : from, lastAsked(best, ofTopic));
}

function bestOf(best: ScoredUnit, ofTopic: readonly ScoredUnit[]): readonly ScoredUnit[] {
  const good = ofTopic.filter(({ score, place }) => score >= MIN_SCORE_SHARE * best.score || place === best.place + 1);
  const isNextTo = ({ place, unit }: ScoredUnit) =>
    (place === best.place - 1 && isAnaphoric(best.unit.text)) || (place === best.place + 1 && isAnaphoric(unit.text));
  const chosen = ofTopic.filter((one) => one === best || isNextTo(one));
  let length = chosen.reduce((sum, { unit }) => sum + unit.text.length, 0);
  for (const one of good.toSorted((a, b) => b.score - a.score)) {
    if (chosen.length === MAX_SENTENCES) break;
    if (chosen.includes(one) || length + one.unit.text.length > MAX_SENTENCES_LENGTH) continue;
    chosen.push(one);
    length += one.unit.text.length;
  }
  return chosen.toSorted((a, b) => a.place - b.place);
}

/** The best line of captions with those beside it. */
export function captionsAround(best: ScoredUnit, inBlock: readonly ScoredUnit[]): string {
  const at = inBlock.indexOf(best);
  const shown = inBlock.slice(Math.max(0, at - CAPTIONS_BEFORE), at + 1 + CAPTIONS_AFTER);
  const text = shown.map(({ unit }) => sentenceMarkdown(unit)).join(' ');
  return `${at > CAPTIONS_BEFORE ? '… ' : ''}${text}${at + CAPTIONS_AFTER < inBlock.length - 1 ? ' …' : ''}`;
}

export const ANNOUNCES = /[:：]$/;

/** Leaves out a last sentence that only announces something else. */
function lastAsked(best: ScoredUnit, inBlock: readonly ScoredUnit[]): number {
  const last = inBlock.at(-1);
  const announces = last !== undefined && last !== best && ANNOUNCES.test(last.unit.text);
  return announces && last.strengths.every((strength) => strength === 0) ? inBlock.length - 1 : inBlock.length;
}

/** Adds the list or code that a paragraph announces, or code for how something is done. */
export function withAnnouncedBlock(
  text: string,
  next: PassageBlock | undefined,
  inBlock: readonly ScoredUnit[],
  asksHow: boolean,
): string {
  const last = inBlock.at(-1)?.unit.text ?? '';
  if (next === undefined || next.kind === 'prose' || !text.endsWith(last)) return text;
  const isCode = asksHow && next.kind === 'code' && blockMarkdown(next).length <= MAX_CODE;
  return isCode || (ANNOUNCES.test(last) && isWhole(next)) ? `${text}\n\n${blockMarkdown(next)}` : text;
}

/**
 * Quotes from the sentence on that tells the price, person or duration asked for: "The application takes ten minutes", not what it needs.
 * Returns null where the paragraph begins with it or has none.
 */
export function excerptFromFact({ best, units, terms, question }: AskedSection): string | null {
  const { kind, text } = best.unit;
  if (kind !== 'prose' || isFragment(text) || !tellsFactAskedFor(question, text)) return null;
  const inBlock = units.filter(({ unit }) => unit.block === best.unit.block);
  const isAlike = (at: number) => (inBlock[at]?.score ?? 0) >= MIN_FACT_SHARE * best.score;
  const leans = (at: number) => isAnaphoric(inBlock[at]?.unit.text ?? '');
  let from = inBlock.indexOf(best);
  let to = isAnsweredBy(best, inBlock, terms) ? from + 1 : inBlock.length;
  while (from > 0 && (leans(from) || isAlike(from - 1))) from -= 1;
  while (leans(to) || isAlike(to)) to += 1;
  const shown = joinedSentences(inBlock.slice(from, to).map(({ unit }) => sentenceMarkdown(unit)));
  return from > 0 && shown.length <= MAX_PARAGRAPH ? shown : null;
}
