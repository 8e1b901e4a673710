import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Message } from '../../api/types.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorState, LoadingState } from '../../ui/content-states.tsx';
import { Time } from '../../ui/time.tsx';
import { MessageView } from './message-view.tsx';
import { byDay } from './thread-state.ts';
import type { Thread } from './use-thread.ts';

/** Nearer to the end than this many pixels, new messages keep the end in view. */
const NEAR_END = 120;

interface MessageListProps {
  readonly thread: Thread;
  /** The message that a search found; it is brought into view. */
  readonly foundId: string | undefined;
  readonly onWhy: (messageId: string) => void;
}

export function MessageList({ thread, foundId, onWhy }: MessageListProps) {
  const { messages, nextBefore, error, isLoading, reload, loadEarlier } = thread;
  const box = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  const heightBefore = useRef(0);
  const newest: Message | undefined = messages.at(-1);
  const [oldest] = messages;

  // Earlier messages must not move what is being read.
  useLayoutEffect(() => {
    if (box.current !== null && !isAtEnd.current)
      box.current.scrollTop += box.current.scrollHeight - heightBefore.current;
  }, [oldest?.messageId]);
  // Before the browser scrolls by itself, as it does when the composer has shrunk: that would count as reading further up.
  useLayoutEffect(() => {
    if (box.current !== null && isAtEnd.current) box.current.scrollTop = box.current.scrollHeight;
  }, [newest?.messageId]);

  const showEarlier = () => {
    heightBefore.current = box.current?.scrollHeight ?? 0;
    isAtEnd.current = false;
    void loadEarlier();
  };
  useFoundMessage(thread, foundId, {
    showEarlier,
    show(element) {
      isAtEnd.current = false;
      element.scrollIntoView({ block: 'center' });
    },
  });

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
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        isAtEnd.current = scrollHeight - scrollTop - clientHeight < NEAR_END;
      }}
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

/** A message further back is reached in the whole conversation's pages, up to so many. */
const MAX_EARLIER_PAGES = 40;

interface Showing {
  readonly showEarlier: () => void;
  readonly show: (element: Element) => void;
}

/** Loads earlier messages until the one that was found is there, and shows it once. */
function useFoundMessage({ messages, nextBefore, error }: Thread, foundId: string | undefined, showing: Showing) {
  const shownId = useRef<string | undefined>(undefined);
  const pages = useRef(0);
  const isThere = messages.some(({ messageId }) => messageId === foundId);
  useLayoutEffect(() => {
    if (foundId === undefined || shownId.current === foundId || nextBefore === undefined) return;
    const element = document.getElementById(`message-${foundId}`);
    if (element !== null) {
      shownId.current = foundId;
      showing.show(element);
    } else if (nextBefore !== null && error === undefined && pages.current < MAX_EARLIER_PAGES) {
      pages.current += 1;
      showing.showEarlier();
    }
  }, [foundId, isThere, nextBefore]);
}
