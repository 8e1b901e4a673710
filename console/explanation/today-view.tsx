import { type Explanation, known, type PassageChange, type RetrievalToday } from './types.ts';

interface TodayViewProps {
  readonly today: RetrievalToday;
  readonly explanation: Explanation;
}

/** The passages that a search for the same question finds in the content of today. */
export function TodayView({ today, explanation }: TodayViewProps) {
  const changed = today.changes.filter(({ change }) => change !== 'same');
  if (changed.length === 0) return <p class="soft">Nothing: the same passages are found in the same order.</p>;
  const titles = new Map([
    ...today.passages.map(({ contentHash, title }) => [contentHash, title] as const),
    ...explanation.passages.map(({ contentHash, title }) => [contentHash, known(title) ?? ''] as const),
  ]);
  return (
    <ul class="changes">
      {changed.map((change) => (
        <li key={`${change.sourceId} ${change.contentHash}`}>
          <b dir="auto">{titles.get(change.contentHash) || 'A passage'}</b> {sentenceOf(change)}
        </li>
      ))}
    </ul>
  );
}

function sentenceOf({ change, reason, rankThen, rankNow }: PassageChange): string {
  if (change === 'new') return `is found now, in place ${rankNow}.`;
  if (change === 'moved') return `moved from place ${rankThen} to place ${rankNow}.`;
  if (reason === 'ranked_lower') return 'is no longer among the best: others fit better now.';
  return `is no longer found: its source was ${reason === 'source_deleted' ? 'deleted' : 'changed'}.`;
}
