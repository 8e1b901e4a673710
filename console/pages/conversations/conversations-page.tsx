import { useEffect, useState } from 'preact/hooks';
import { useRoute } from 'preact-iso/router';
import type { Conversation } from '../../api/types.ts';
import { chatbotPath } from '../../shell/navigation.ts';
import { Page } from '../../shell/page.tsx';
import type { ChatbotPageProps } from '../../shell/page-list.ts';
import { useStore } from '../../state/use-store.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState, PendingState } from '../../ui/content-states.tsx';
import { AlertsButton } from './alerts-button.tsx';
import { ConversationList } from './conversation-list.tsx';
import { inboxOf, loadConversation, useReadMark } from './inbox.ts';
import { ThreadView } from './thread-view.tsx';
import { useRowFocus } from './use-row-focus.ts';
import { nameOf } from './visitor-name.ts';

/** The inbox. On a phone, either the list or one conversation fills the screen. */
export function ConversationsPage({ chatbot }: ChatbotPageProps) {
  const { params } = useRoute();
  const id = params.conversationId ?? '';
  const { conversations } = useStore(inboxOf(chatbot.id));
  const conversation = conversations.get(id);
  useReadMark(chatbot.id, id === '' ? null : id);
  const focusRow = useRowFocus(id, conversation !== undefined);
  const title = conversation === undefined ? 'Conversations' : nameOf(conversation);
  return (
    <Page title="Conversations" tabTitle={title} width="wide" actions={<AlertsButton />}>
      <div class={`card inbox ${id === '' ? '' : 'has-open'}`}>
        <ConversationList chatbotId={chatbot.id} openId={id} />
        {id === '' ? (
          <div class="thread-none">
            {conversations.size === 0 ? null : (
              <EmptyState icon="inbox" title="Choose a conversation">
                Its messages, ratings and sources appear here, and you can take it over.
              </EmptyState>
            )}
          </div>
        ) : (
          <OpenConversation key={id} chatbotId={chatbot.id} id={id} conversation={conversation} onLeave={focusRow} />
        )}
      </div>
    </Page>
  );
}

interface OpenProps {
  readonly chatbotId: string;
  readonly id: string;
  readonly conversation: Conversation | undefined;
  /** The keyboard leaves it for the list. */
  readonly onLeave: () => void;
}

/** Loads a conversation that the list does not hold, such as one that a link leads to. */
function OpenConversation({ chatbotId, id, conversation, onLeave }: OpenProps) {
  const [missing, setMissing] = useState<'no' | 'gone' | { readonly error: unknown }>('no');
  const load = () => {
    setMissing('no');
    loadConversation(chatbotId, id).then(
      (isFound) => setMissing(isFound ? 'no' : 'gone'),
      (error: unknown) => setMissing({ error }),
    );
  };
  useEffect(() => {
    if (conversation === undefined) load();
  }, [conversation === undefined]);
  if (conversation !== undefined) {
    return <ThreadView chatbotId={chatbotId} conversation={conversation} onLeave={onLeave} />;
  }
  return (
    <section class="thread" aria-label="Conversation">
      {missing === 'gone' ? (
        <EmptyState
          icon="search"
          title="This conversation does not exist"
          action={<ButtonLink href={chatbotPath(chatbotId, 'conversations')}>Show all conversations</ButtonLink>}
        >
          It was erased, or it belongs to another chatbot.
        </EmptyState>
      ) : (
        <PendingState
          label="Loading the conversation"
          error={missing === 'no' ? undefined : missing.error}
          onRetry={load}
        />
      )}
    </section>
  );
}
