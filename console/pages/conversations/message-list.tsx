import { Button } from '../../ui/button.tsx';
import { ErrorState, LoadingState } from '../../ui/content-states.tsx';
import { Time } from '../../ui/time.tsx';
import { MessageView } from './message-view.tsx';
import { byDay } from './thread-state.ts';
import { useReadingPlace } from './use-reading-place.ts';
import type { Thread } from './use-thread.ts';

interface MessageListProps {
  readonly thread: Thread;
  /** The message that a search found; it is brought into view. */
  readonly foundId: string | undefined;
  readonly onWhy: (messageId: string) => void;
}

export function MessageList({ thread, foundId, onWhy }: MessageListProps) {
  const { messages, nextBefore, error, isLoading, reload } = thread;
  const { box, onScroll, showEarlier } = useReadingPlace(thread, foundId);
  if (nextBefore === undefined) {
    if (error !== undefined) return <ErrorState error={error} onRetry={() => void reload()} />;
    return (
      <div class="messages">
        <LoadingState label="Loading the messages" rows={5} />
      </div>
    );
  }
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
      {byDay(messages).map(({ date, messages: ofDay }) => (
        <div key={date} class="message-day">
          <p class="message-date faint">
            <Time at={ofDay[0]?.createdAt ?? ''} as="date" />
          </p>
          {ofDay.map((message) => (
            <MessageView
              key={message.messageId}
              message={message}
              onWhy={onWhy}
              isFound={message.messageId === foundId}
            />
          ))}
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
