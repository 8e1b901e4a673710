import { useEffect, useState } from 'preact/hooks';
import { chatbotRoot } from '../../api/chatbot-root.ts';
import { api } from '../../api/client.ts';
import type { Conversation } from '../../api/types.ts';
import { AnswerExplanationDialog } from '../../explanation/explanation-dialog.tsx';
import { chatbotPath } from '../../shell/navigation.ts';
import { titleBadge } from '../../shell/title-badge.ts';
import { useSearchParam } from '../../shell/use-search-param.ts';
import { useStore } from '../../state/use-store.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { toastError } from '../../ui/overlays/toast.tsx';
import { Time } from '../../ui/time.tsx';
import { WaitingCount } from '../../ui/waiting-count.tsx';
import { Composer } from './composer.tsx';
import { inboxOf, loadConversation } from './inbox.ts';
import { LeadCard } from './lead-card.tsx';
import { MessageList } from './message-list.tsx';
import { ThreadMenu } from './thread-menu.tsx';
import { UnreadDot } from './unread-dot.tsx';
import { useThread } from './use-thread.ts';
import { nameOf } from './visitor-name.ts';

interface ThreadProps {
  readonly chatbotId: string;
  readonly conversation: Conversation;
  /** Escape was pressed. */
  readonly onLeave: () => void;
}

export function ThreadView({ chatbotId, conversation, onLeave }: ThreadProps) {
  const thread = useThread(chatbotId, conversation);
  const [why, setWhy] = useSearchParam('why');
  const [show] = useSearchParam('show');
  const [foundId] = useSearchParam('message');
  const { isBusy, isOwn, takeOver, release } = useTakeover(chatbotId, conversation);
  const { takenOver, handoffRequested, lead } = conversation;
  const { unread, conversations } = useStore(inboxOf(chatbotId));
  /** True when another visitor has answered the agent. */
  const isCalledBack = [...unread].some((id) => conversations.get(id)?.takenOver);
  return (
    <section
      class="thread"
      aria-label="Conversation"
      onKeyDown={(event) => {
        if (isLeaveKey(event)) onLeave();
      }}
    >
      <header class="thread-head">
        <a
          class="button quiet icon-only thread-back"
          href={`${chatbotPath(chatbotId, 'conversations')}${show === undefined ? '' : `?show=${show}`}`}
        >
          <Icon name="chevronLeft" />
          <span class="hidden">Back to all conversations</span>
          <WaitingCount waiting={useStore(titleBadge) - Number(handoffRequested)} />
          {isCalledBack ? <UnreadDot /> : null}
        </a>
        <div class="thread-title">
          <h2 tabIndex={-1}>
            <bdi class="truncate">{nameOf(conversation)}</bdi>
          </h2>
          <p class="faint truncate">
            Started <Time at={conversation.startedAt} />
          </p>
        </div>
        {handoffRequested ? <Badge tone="warn">Waiting for a human</Badge> : null}
        {takenOver ? (
          <Button key="own" isBusy={isBusy} onClick={release}>
            <span>
              Hand back<span class="wide-only"> to chatbot</span>
            </span>
          </Button>
        ) : (
          <Button variant="primary" isBusy={isBusy} onClick={takeOver}>
            Take over
          </Button>
        )}
        <ThreadMenu chatbotId={chatbotId} conversation={conversation} />
      </header>
      {lead === null ? null : <LeadCard lead={lead} />}
      <MessageList thread={thread} foundId={foundId} onWhy={setWhy} />
      {takenOver ? (
        <Composer chatbotId={chatbotId} conversation={conversation} hasFocus={isOwn} onSent={thread.add} />
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

/** Escape closes a menu or a dialog first, and ends the composition of a word. */
const isLeaveKey = ({ key, isComposing, target }: KeyboardEvent): boolean =>
  key === 'Escape' && !isComposing && target instanceof Element && target.closest('dialog, [popover]') === null;

/** Time after a change of the button in which clicks are ignored: they were meant for its former label. */
const SETTLING_MS = 500;

function useTakeover(chatbotId: string, { id, sessionId, takenOver }: Conversation) {
  const [isBusy, setBusy] = useState(false);
  const [settled, setSettled] = useState<boolean | null>(takenOver);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(takenOver), SETTLING_MS);
    return () => {
      clearTimeout(timer);
      setSettled(null);
    };
  }, [takenOver]);
  /** Taken over here, not in another window. */
  const [isOwn, setOwn] = useState(false);
  const path = `${chatbotRoot(chatbotId)}/sessions/${encodeURIComponent(sessionId)}/takeover`;
  const act = (takesOver: boolean, call: () => Promise<unknown>) => {
    setBusy(true);
    setOwn(takesOver);
    call()
      .then(() => loadConversation(chatbotId, id))
      .catch(toastError)
      .finally(() => setBusy(false));
  };
  return {
    isBusy: isBusy || settled !== takenOver,
    isOwn,
    takeOver: () => act(true, () => api.post(path)),
    release: () => act(false, () => api.delete(path)),
  };
}
