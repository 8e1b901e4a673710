import type { Message } from '../../api/types.ts';
import { Markdown } from '../../ui/answers/markdown.tsx';
import { SourceList } from '../../ui/answers/source-list.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Time } from '../../ui/time.tsx';

/** The owner is the only agent. */
export const AUTHORS = { user: 'Visitor', assistant: 'Chatbot', agent: 'You' } as const;

interface MessageProps {
  readonly message: Message;
  /** True for the message that a search has found. */
  readonly isFound: boolean;
  /** Opens the explanation of the answer. */
  readonly onWhy: (messageId: string) => void;
}

export function MessageView({ message, isFound, onWhy }: MessageProps) {
  const { messageId, role, content, sources, feedback, createdAt } = message;
  return (
    <article id={`message-${messageId}`} class={`message ${role} ${isFound ? 'found' : ''}`}>
      <p class="message-by faint">
        {AUTHORS[role]} · <Time at={createdAt} as="time" />
      </p>
      <div class="message-body">
        {role === 'user' ? (
          <p class="said" dir="auto">
            {content}
          </p>
        ) : (
          <Markdown text={content} isCiting={role === 'assistant' && sources.length > 0} />
        )}
        {sources.length === 0 ? null : <SourceList sources={sources} />}
      </div>
      {role === 'assistant' ? (
        <div class="message-marks">
          {feedback === null ? null : (
            <Badge tone={feedback === 'positive' ? 'good' : 'bad'}>
              {feedback === 'positive' ? 'Rated helpful' : 'Rated not helpful'}
            </Badge>
          )}
          <button type="button" class="link" onClick={() => onWhy(messageId)}>
            Why this answer?
          </button>
        </div>
      ) : null}
    </article>
  );
}
