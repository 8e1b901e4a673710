import { useEffect, useState } from 'preact/hooks';
import { completed } from '../../../widget/shared/markdown/complete.ts';
import { Markdown } from '../../ui/answers/markdown.tsx';
import { plain } from '../../ui/answers/plain.ts';
import { SourceList } from '../../ui/answers/source-list.tsx';
import { Button } from '../../ui/button.tsx';
import { messageOf } from '../../ui/content-states.tsx';
import { Choices } from './choices.tsx';
import type { Turn } from './test-chat.ts';

interface TurnViewProps {
  readonly turn: Turn;
  readonly isLast: boolean;
  readonly onAsk: (question: string) => void;
  readonly onExplain: () => void;
  readonly onRetry: () => void;
}

export function TurnView({ turn, isLast, onAsk, onExplain, onRetry }: TurnViewProps) {
  const { question, answer, state, sources, suggestions, explanation } = turn;
  return (
    <div class="turn">
      <p class="bubble user" dir="auto">
        <span class="hidden">You asked: </span>
        {question}
      </p>
      {answer === '' ? null : (
        <div class="bubble bot">
          <Markdown text={state === 'writing' ? completed(answer) : answer} isCiting />
        </div>
      )}
      {state === 'writing' && answer === '' ? <Waiting /> : null}
      {state === 'stopped' ? <p class="faint">You stopped this answer.</p> : null}
      {state === 'failed' ? <Failure turn={turn} onRetry={isLast ? onRetry : null} /> : null}
      {sources.length === 0 ? null : <SourceList sources={sources} />}
      {explanation === null || state !== 'done' ? null : (
        <div class="turn-actions">
          <Button variant="quiet" icon="info" onClick={onExplain}>
            Why this answer?
          </Button>
        </div>
      )}
      {isLast && state === 'done' && suggestions.length > 0 ? <Choices questions={suggestions} onAsk={onAsk} /> : null}
      {isLast ? <Announcement turn={turn} /> : null}
    </div>
  );
}

function Waiting() {
  return (
    <div class="bubble bot waiting" role="img" aria-label="The answer is being written">
      <span />
      <span />
      <span />
    </div>
  );
}

function Failure({ turn, onRetry }: { readonly turn: Turn; readonly onRetry: (() => void) | null }) {
  const reason = turn.error === null ? 'Something went wrong while the answer was written.' : messageOf(turn.error);
  return (
    <div class="turn-failure" role="alert">
      <p>{reason}</p>
      {onRetry === null ? null : (
        <Button icon="refresh" onClick={onRetry}>
          Ask again
        </Button>
      )}
    </div>
  );
}

/** Tells screen readers the finished answer once. */
function Announcement({ turn: { state, answer } }: { readonly turn: Turn }) {
  const [text, setText] = useState('');
  useEffect(() => {
    if (state === 'done') setText(plain(answer));
  }, [state, answer]);
  return (
    <p class="hidden" role="status">
      {text}
    </p>
  );
}
