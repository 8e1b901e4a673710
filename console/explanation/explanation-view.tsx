import type { ComponentChildren } from 'preact';
import { Details } from './details.tsx';
import { Passages } from './passages.tsx';
import { quotesNothing, searchedFor, summaryOf } from './summary.ts';
import { TodayView } from './today-view.tsx';
import { type Explanation, type FilteredWords, isErased, known, type RetrievalToday } from './types.ts';

interface ExplanationViewProps {
  readonly explanation: Explanation;
  /** The same search made now; null when the answer was given just now. */
  readonly today: RetrievalToday | null;
}

export function ExplanationView({ explanation, today }: ExplanationViewProps) {
  const { question, filtered, filteredCount } = explanation;
  const searched = searchedFor(explanation);
  return (
    <div class="explanation">
      <section class="stack">
        <p class="explanation-question" dir="auto">
          {known(question) ?? (isErased(question) ? 'The question was erased.' : 'The question was not recorded.')}
        </p>
        <p class="soft">{summaryOf(explanation).join(' ')}</p>
        {searched === null ? null : (
          <p class="soft">
            The question refers to what was said before. It was searched for as: <q dir="auto">{searched}</q>
          </p>
        )}
      </section>
      <Part title={quotesNothing(explanation) ? 'What came near' : 'What it rests on'}>
        <Passages explanation={explanation} />
      </Part>
      {(filteredCount ?? 0) > 0 ? (
        <Part title="What was taken out">
          <Filtered filtered={known(filtered) ?? []} count={filteredCount ?? 0} />
        </Part>
      ) : null}
      {today === null ? null : (
        <Part title="What would differ today">
          <TodayView today={today} explanation={explanation} />
        </Part>
      )}
      <Details explanation={explanation} />
    </div>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ComponentChildren }) {
  return (
    <section class="stack explanation-part">
      <h3>{title}</h3>
      {children}
    </section>
  );
}

const FILTER_REASONS: Readonly<Record<FilteredWords['filter'], string>> = {
  'prompt-leak': 'It repeated your instructions to the model.',
  link: 'It led to an address that your content does not name.',
  citation: 'It cited a passage that does not exist.',
  'suggestions-line': 'It imitated the list of suggested questions.',
};

function Filtered({ filtered, count }: { readonly filtered: readonly FilteredWords[]; readonly count: number }) {
  return (
    <>
      <ul class="filtered">
        {filtered.map(({ filter, text, replacement }, index) => (
          <li key={index}>
            <p dir="auto">
              <del>{text}</del>
              {replacement.trim() === '' ? null : (
                <>
                  {' → '}
                  <ins>{replacement}</ins>
                </>
              )}
            </p>
            <p class="faint">{FILTER_REASONS[filter]}</p>
          </li>
        ))}
      </ul>
      {count > filtered.length ? <p class="faint">And {count - filtered.length} more.</p> : null}
    </>
  );
}
