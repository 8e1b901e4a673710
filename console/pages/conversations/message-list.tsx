import type { Message } from '../../api/types.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorState, LoadingState } from '../../ui/content-states.tsx';
import { Time } from '../../ui/time.tsx';
import { AUTHORS, MessageView } from './message-view.tsx';
import { byDay, type ThreadMark } from './thread-state.ts';
import { useReadingPlace } from './use-reading-place.ts';
import type { Thread } from './use-thread.ts';

interface MessageListProps {
  readonly thread: Thread;
  /** The message that a search found; it is brought into view. */
  readonly foundId: string | undefined;
  readonly onWhy: (messageId: string) => void;
}

export function MessageList({ thread, foundId, onWhy }: MessageListProps) {
  const { messages, marks, nextBefore, error, isLoading, reload } = thread;
  const { box, onScroll, showEarlier } = useReadingPlace(thread, foundId);
  if (nextBefore === undefined) {
    if (error !== undefined) return <ErrorState error={error} onRetry={() => void reload()} />;
    return (
      <div class="messages">
        <LoadingState label="Loading the messages" rows={5} />
      </div>
    );
  }
  // Earlier ones stand between messages that are not loaded yet.
  const shown = marks.filter(({ createdAt }) => nextBefore === null || createdAt >= (messages[0]?.createdAt ?? ''));
  return (
    <div
      ref={box}
      class="messages"
      // A region that scrolls must be reachable by keyboard.
      tabIndex={0}
      role="log"
      aria-label="Messages"
      onScroll={onScroll}
    >
      {nextBefore === null ? null : (
        <div class="messages-earlier">
          <Button isBusy={isLoading} onClick={showEarlier}>
            Show earlier messages
          </Button>
        </div>
      )}
      {byDay<Message | ThreadMark>([...messages, ...shown]).map(({ date, entries }) => (
        <div key={date} class="message-day">
          <p class="message-date faint">
            <Time at={entries[0]?.createdAt ?? ''} as="date" />
          </p>
          {entries.map((entry) =>
            'act' in entry ? (
              <p key={entry.position} class="message-date soft">
                {AUTHORS[entry.role]} {entry.act} · <Time at={entry.createdAt} as="time" />
              </p>
            ) : (
              <MessageView key={entry.messageId} message={entry} onWhy={onWhy} isFound={entry.messageId === foundId} />
            ),
          )}
        </div>
      ))}
      {error === undefined ? null : (
        <p class="form-error" role="alert">
          The newest messages could not be loaded.{' '}
          <button type="button" class="link" onClick={() => void reload()}>
            Try again
          </button>
        </p>
      )}
    </div>
  );
}
