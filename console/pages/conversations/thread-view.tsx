import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { api } from '../../api/client.ts';
import type { Conversation, Message } from '../../api/types.ts';
import { AnswerExplanationDialog } from '../../explanation/explanation-dialog.tsx';
import { chatbotPath } from '../../shell/navigation.ts';
import { useSearchParam } from '../../shell/use-search-param.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorState, LoadingState } from '../../ui/content-states.tsx';
import { Icon } from '../../ui/icon.tsx';
import { toastError } from '../../ui/overlays/toast.tsx';
import { Time } from '../../ui/time.tsx';
import { Composer } from './composer.tsx';
import { loadConversation } from './inbox.ts';
import { LeadCard } from './lead-card.tsx';
import { MessageView } from './message-view.tsx';
import { byDay } from './thread-state.ts';
import { type Thread, useThread } from './use-thread.ts';
import { VisitorName } from './visitor.tsx';

interface ThreadProps {
  readonly chatbotId: string;
  readonly conversation: Conversation;
}

export function ThreadView({ chatbotId, conversation }: ThreadProps) {
  const thread = useThread(chatbotId, conversation);
  const [why, setWhy] = useSearchParam('why');
  const [show] = useSearchParam('show');
  const { isBusy, takeOver, release } = useTakeover(chatbotId, conversation);
  const { takenOver, handoffRequested, lead } = conversation;
  return (
    <section class="thread" aria-label="Conversation">
      <header class="thread-head">
        <a
          class="button quiet icon-only thread-back"
          href={`${chatbotPath(chatbotId, 'conversations')}${show === undefined ? '' : `?show=${show}`}`}
          aria-label="Back to all conversations"
        >
          <Icon name="chevronLeft" />
        </a>
        <div class="thread-title">
          <h2 class="truncate">
            <VisitorName conversation={conversation} />
          </h2>
          <p class="faint truncate">
            Since <Time at={conversation.startedAt} />
          </p>
        </div>
        {handoffRequested ? <Badge tone="warn">Waiting for a human</Badge> : null}
        {takenOver ? (
          <Button isBusy={isBusy} onClick={release}>
            <span>
              Hand back<span class="wide-only"> to chatbot</span>
            </span>
          </Button>
        ) : (
          <Button variant="primary" isBusy={isBusy} onClick={takeOver}>
            Take over
          </Button>
        )}
      </header>
      {lead === null ? null : <LeadCard lead={lead} />}
      <Messages thread={thread} onWhy={setWhy} />
      {takenOver ? (
        <Composer {...{ chatbotId, conversation }} onSent={thread.add} />
      ) : (
        <p class="thread-note soft">
          {handoffRequested
            ? 'The visitor is waiting for a human. Take over to answer.'
            : 'The chatbot answers. Take over to write to the visitor yourself.'}
        </p>
      )}
      {why === undefined ? null : (
        <AnswerExplanationDialog chatbotId={chatbotId} messageId={why} onClose={() => setWhy(undefined)} />
      )}
    </section>
  );
}

function useTakeover(chatbotId: string, { id, sessionId }: Conversation) {
  const [isBusy, setBusy] = useState(false);
  const path = `/chatbots/${encodeURIComponent(chatbotId)}/sessions/${encodeURIComponent(sessionId)}/takeover`;
  const act = (call: () => Promise<unknown>) => {
    setBusy(true);
    call()
      .then(() => loadConversation(chatbotId, id))
      .catch(toastError)
      .finally(() => setBusy(false));
  };
  return { isBusy, takeOver: () => act(() => api.post(path)), release: () => act(() => api.delete(path)) };
}

/** Nearer to the end than this many pixels, new messages keep the end in view. */
const NEAR_END = 120;

interface MessagesProps {
  readonly thread: Thread;
  readonly onWhy: (messageId: string) => void;
}

function Messages({ thread, onWhy }: MessagesProps) {
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

  if (nextBefore === undefined) {
    if (error !== undefined) return <ErrorState error={error} onRetry={() => void reload()} />;
    return (
      <div class="messages">
        <LoadingState label="Loading the messages" rows={5} />
      </div>
    );
  }
  const showEarlier = () => {
    heightBefore.current = box.current?.scrollHeight ?? 0;
    isAtEnd.current = false;
    void loadEarlier();
  };
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
            <MessageView key={message.messageId} {...{ message, onWhy }} />
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
