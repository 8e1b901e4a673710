import { safeUrl } from '../../../widget/shared/markdown/safe-url.ts';
import type { AnswerSource, Message } from '../../api/types.ts';
import { Badge } from '../../ui/badge.tsx';
import { Markdown } from '../../ui/markdown.tsx';
import { Time } from '../../ui/time.tsx';

const AUTHORS = { user: 'Visitor', assistant: 'Chatbot', agent: 'You' } as const;

interface MessageProps {
  readonly chatbotId: string;
  readonly message: Message;
}

export function MessageView({ message }: MessageProps) {
  const { messageId, role, content, sources, feedback, createdAt } = message;
  return (
    <article id={`message-${messageId}`} class={`message ${role}`}>
      <p class="message-by faint">
        {AUTHORS[role]} · <Time at={createdAt} as="time" />
      </p>
      <div class="bubble">
        {role === 'user' ? (
          <p class="said" dir="auto">
            {content}
          </p>
        ) : (
          <Markdown text={content} />
        )}
        {sources.length === 0 ? null : <Sources sources={sources} />}
      </div>
      {feedback === null ? null : (
        <p class="message-marks">
          <Badge tone={feedback === 'positive' ? 'good' : 'bad'}>
            {feedback === 'positive' ? 'Rated helpful' : 'Rated not helpful'}
          </Badge>
        </p>
      )}
    </article>
  );
}

function Sources({ sources }: { readonly sources: readonly AnswerSource[] }) {
  return (
    <details class="message-sources">
      <summary>{sources.length === 1 ? '1 source' : `${sources.length} sources`}</summary>
      <ol>
        {sources.map(({ title, url, snippet }, index) => {
          const href = safeUrl(url);
          return (
            <li key={index} dir="auto">
              {href === null ? (
                <b>{title}</b>
              ) : (
                <a href={href} target="_blank" rel="noreferrer noopener">
                  {title}
                </a>
              )}
              <p class="soft">{snippet}</p>
            </li>
          );
        })}
      </ol>
    </details>
  );
}
