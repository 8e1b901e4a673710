/** The sentences above an explanation, for people who never saw one. */
import { type Explanation, known } from './types.ts';

export function summaryOf(explanation: Explanation): readonly string[] {
  const sentences = quotesNothing(explanation) ? [nearness(explanation)] : [origin(explanation), citing(explanation)];
  return [...sentences, duration(explanation)].filter((sentence) => sentence !== '');
}

/** Passages were found, and no model was asked, but none of them answers the question. */
export const quotesNothing = ({ outcome, model, passages, citations }: Explanation): boolean =>
  outcome === 'complete' && model === 'extractive' && citations.length === 0 && foundIn(passages) > 0;

const nearness = ({ passages }: Explanation): string =>
  `Nothing is quoted: ${countOf(foundIn(passages))} came near, and none answers this question.`;

const foundIn = (passages: Explanation['passages']): number => passages.filter(({ score }) => score > 0).length;

function origin({ outcome, model, passages, answer }: Explanation): string {
  if (outcome === 'failed') return 'The model did not answer, so the visitor was asked to try again.';
  const found = foundIn(passages);
  const read = countOf(found);
  const cut = outcome === 'partial' ? ' The visitor left before the end.' : '';
  if (found === 0) {
    return `Nothing in your content fits this question${answer === '' ? '' : ', and the answer says so'}.${cut}`;
  }
  return model === 'extractive'
    ? `The answer is quoted from your content: ${read} fit the question. No language model was asked.${cut}`
    : `${model} wrote the answer from ${read} of your content.${cut}`;
}

function citing({ citations, passages }: Explanation): string {
  const found = foundIn(passages);
  if (found === 0) return '';
  const cited = citations.filter(({ uncited }) => !uncited).length;
  const traced = citations.length - cited;
  return `Cited: ${cited} of ${found}.${traced === 0 ? '' : ` Repeated without citing: ${traced}.`}`;
}

function duration({ timing }: Explanation): string {
  const { totalMs, firstTokenMs } = timing;
  if (totalMs === null) return '';
  const first = firstTokenMs === null ? '' : `; the first word came after ${timeOf(firstTokenMs)}`;
  return `It took ${timeOf(totalMs)}${first}.`;
}

const countOf = (count: number): string => (count === 1 ? 'one passage' : `${count} passages`);

export const timeOf = (ms: number): string => (ms < 1_000 ? `${ms} ms` : `${(ms / 1_000).toFixed(1)} s`);

/** The question as it was searched for, when that was another. */
export function searchedFor({ question, condensedQuestion }: Explanation): string | null {
  const searched = known(condensedQuestion);
  return searched === null || searched === known(question) ? null : searched;
}
