import { PassageCard } from './passage-card.tsx';
import type { Explanation } from './types.ts';

/** Passages that an answer rests on: those that were found, then their neighbours. */
export function Passages({ explanation: { passages, citations } }: { readonly explanation: Explanation }) {
  const found = passages.filter(({ score }) => score > 0);
  const added = passages.filter(({ score }) => score === 0);
  const best = {
    words: Math.max(0, ...found.map(({ byWords }) => byWords?.score ?? 0)),
    meaning: Math.max(0, ...found.map(({ byVector }) => byVector?.score ?? 0)),
  };
  const cited = new Map(citations.map(({ number, uncited }) => [number, uncited] as const));
  const card = (passage: (typeof passages)[number]) => (
    <PassageCard key={passage.passageId} passage={passage} best={best} isUncited={cited.get(passage.number ?? 0)} />
  );
  return (
    <>
      {found.length === 0 ? (
        <p class="soft">
          No passage was found. Add content that answers this question, or ask it in the words of your content.
        </p>
      ) : (
        <>
          <p class="faint">
            The best passages first. Each is ranked by the words it shares with the question, and by how near it is in
            meaning.
          </p>
          <ol class="passages">{found.map(card)}</ol>
        </>
      )}
      {added.length === 0 ? null : (
        <details class="disclosure">
          <summary>
            {added.length === 1 ? 'One neighbouring passage' : `${added.length} neighbouring passages`} for context
          </summary>
          <ol class="passages">{added.map(card)}</ol>
        </details>
      )}
    </>
  );
}
