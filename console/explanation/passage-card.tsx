import { useId, useState } from 'preact/hooks';
import { safeUrl } from '../../widget/shared/markdown/safe-url.ts';
import { Badge } from '../ui/badge.tsx';
import { type ExplainedPassage, isErased, known, type RankedPlace } from './types.ts';

interface PassageCardProps {
  readonly passage: ExplainedPassage;
  /** Best scores of the answer's passages, which the bars are measured by. */
  readonly best: { readonly words: number; readonly meaning: number };
  /** Absent when the answer does not rest on the passage. */
  readonly isUncited: boolean | undefined;
}

const SHORT = 280;
/** Markdown's marks of headings. Owners see a heading as a line of its own. */
const HEADING_MARKS = /^#{1,6} +/gm;

export function PassageCard({ passage, best, isUncited }: PassageCardProps) {
  const { byWords, byVector, number, score } = passage;
  const title = known(passage.title) ?? (isErased(passage.title) ? 'Erased passage' : 'Passage');
  const url = safeUrl(known(passage.url));
  const headings = known(passage.headings) ?? [];
  const place = headings.join(' › ');
  return (
    <li class="passage">
      <div class="passage-head">
        {number === null ? null : <span class="passage-number number">{number}</span>}
        <h4 dir="auto">
          {url === null ? (
            title
          ) : (
            <a href={url} target="_blank" rel="noreferrer noopener">
              {title}
            </a>
          )}
        </h4>
        {isUncited === undefined ? null : <Badge tone="good">{isUncited ? 'Its words are used' : 'Cited'}</Badge>}
      </div>
      {place === '' || place === title ? null : (
        <p class="faint" dir="auto">
          {place}
        </p>
      )}
      <PassageText text={passage.text} />
      {score === 0 ? null : (
        <dl class="ranks">
          <Rank label="Words" place={byWords} best={best.words} />
          <Rank label="Meaning" place={byVector} best={best.meaning} />
        </dl>
      )}
    </li>
  );
}

function PassageText({ text }: Pick<ExplainedPassage, 'text'>) {
  const [isWhole, setWhole] = useState(false);
  const id = useId();
  const whole = known(text);
  if (whole === null) {
    return (
      <p class="faint">
        {isErased(text) ? 'Its source was deleted, and its text with it.' : 'Its text is no longer as it was then.'}
      </p>
    );
  }
  const readable = whole.replace(HEADING_MARKS, '');
  const isLong = readable.length > SHORT + 40;
  return (
    <>
      <p id={id} class="passage-text" dir="auto">
        {isLong && !isWhole ? `${beginning(readable)}…` : readable}
      </p>
      {isLong ? (
        <button
          type="button"
          class="text-button"
          aria-expanded={isWhole}
          aria-controls={id}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? 'Show less' : 'Show all of it'}
        </button>
      ) : null}
    </>
  );
}

/** Ends between two words where there are any. */
const beginning = (text: string): string =>
  text
    .slice(0, SHORT)
    .replace(/\s+\S*$/, '')
    .toWellFormed();

interface RankProps {
  readonly label: string;
  readonly place: RankedPlace | null;
  readonly best: number;
}

function Rank({ label, place, best }: RankProps) {
  const share = place === null || best <= 0 ? 0 : Math.max(0, Math.min(1, place.score / best));
  return (
    <div class="rank">
      <dt>{label}</dt>
      <dd>
        {/* Purely visual: the rank beside it says the same. */}
        <span class="rank-bar" aria-hidden="true">
          <span style={{ inlineSize: `${share * 100}%` }} />
        </span>
        <span class="number">{place === null ? 'not found' : `No. ${place.rank}, ${place.score.toFixed(2)}`}</span>
      </dd>
    </div>
  );
}
