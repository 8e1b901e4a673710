/** The sentences above an explanation, for people who never saw one. */
import { type Explanation, known } from './types.ts';

export function summaryOf(explanation: Explanation): readonly string[] {
  return [origin(explanation), citing(explanation), duration(explanation)].filter((sentence) => sentence !== '');
}

function origin({ outcome, model, passages, answer }: Explanation): string {
  if (outcome === 'failed') return 'The model did not answer, so the visitor was asked to try again.';
  const found = passages.filter(({ score }) => score > 0).length;
  const read = found === 1 ? 'one passage' : `${found} passages`;
  const cut = outcome === 'partial' ? ' The visitor left before the end.' : '';
  if (found === 0) {
    return `Nothing in your content fits this question${answer === '' ? '' : ', and the answer says so'}.${cut}`;
  }
  return model === 'extractive'
    ? `The answer is quoted from your content: ${read} fit the question. No language model was asked.${cut}`
    : `${model} wrote the answer from ${read} of your content.${cut}`;
}

function citing({ citations, passages }: Explanation): string {
  const found = passages.filter(({ score }) => score > 0).length;
  if (found === 0) return '';
  const cited = citations.filter(({ uncited }) => !uncited).length;
  const traced = citations.length - cited;
  if (citations.length === 0) return found === 1 ? 'It does not cite it.' : 'It cites none of them.';
  if (cited === found) return found === 1 ? 'It cites it.' : 'It cites all of them.';
  const parts = [
    ...(cited === 0 ? [] : [`cites ${countOf(cited)}`]),
    ...(traced === 0 ? [] : [`repeats words of ${countOf(traced)} without citing`]),
  ];
  return `It ${parts.join(' and ')}.`;
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
