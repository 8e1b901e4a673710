import { useEffect, useState } from 'preact/hooks';
import type { Conversation } from '../../api/types.ts';
import { chatbotPath } from '../../shell/navigation.ts';
import { useSearchParam } from '../../shell/use-search-param.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../ui/content-states.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { Time } from '../../ui/time.tsx';
import { inboxOf, loadConversations } from './inbox.ts';
import { type Filter, listed } from './inbox-state.ts';
import { VisitorName } from './visitor.tsx';

const FILTERS: readonly { readonly key: Filter; readonly label: string }[] = [
  { key: 'all', label: 'All' },
  { key: 'waiting', label: 'Waiting' },
  { key: 'taken', label: 'Taken over' },
];

interface ListProps {
  readonly chatbotId: string;
  readonly openId: string;
}

export function ConversationList({ chatbotId, openId }: ListProps) {
  const [param, setParam] = useSearchParam('show');
  const filter = FILTERS.find(({ key }) => key === param)?.key ?? 'all';
  const [search, setSearch] = useState('');
  const { error, isLoading, load } = useLoading(chatbotId, filter);
  const inbox = inboxOf(chatbotId).value;
  const shown = listed(inbox, filter, search);
  const cursor = inbox.cursors[filter];
  /** There is nothing to choose from or to search. */
  const isEmpty = filter === 'all' && cursor === null && inbox.conversations.size === 0;
  return (
    <section class="conversation-list" aria-label="Conversations">
      {isEmpty ? null : (
        <div class="conversation-tools">
          <Tabs
            label="Which conversations"
            tabs={FILTERS}
            current={filter}
            onChoose={(key) => setParam(key === 'all' ? undefined : key)}
          />
          <input
            class="input"
            type="search"
            aria-label="Search the loaded conversations"
            placeholder="Search the loaded conversations"
            value={search}
            onInput={(event) => setSearch(event.currentTarget.value)}
          />
        </div>
      )}
      <div class="conversation-scroll">
        {shown.length > 0 ? (
          <ul>
            {shown.map((conversation) => (
              <Row
                key={conversation.id}
                {...{ chatbotId, conversation, filter }}
                isOpen={conversation.id === openId}
                isUnread={inbox.unread.has(conversation.id)}
              />
            ))}
          </ul>
        ) : error !== undefined ? (
          <ErrorState error={error} onRetry={() => void load(false)} />
        ) : cursor === undefined ? (
          <LoadingState label="Loading the conversations" rows={6} />
        ) : (
          <Nothing {...{ chatbotId, filter, search }} />
        )}
        {typeof cursor === 'string' && (
          <div class="conversation-more">
            <Button isBusy={isLoading} onClick={() => void load(true)}>
              Show more
            </Button>
          </div>
        )}
      </div>
    </section>
  );
}

function useLoading(chatbotId: string, filter: Filter) {
  const [error, setError] = useState<unknown>(undefined);
  const [isLoading, setLoading] = useState(false);
  const load = async (isNext: boolean) => {
    setLoading(true);
    setError(undefined);
    await loadConversations(chatbotId, filter, isNext).catch(setError);
    setLoading(false);
  };
  useEffect(() => void load(false), [chatbotId, filter]);
  return { error, isLoading, load };
}

interface RowProps {
  readonly chatbotId: string;
  readonly conversation: Conversation;
  readonly filter: Filter;
  readonly isOpen: boolean;
  readonly isUnread: boolean;
}

const SPEAKERS = { user: '', assistant: 'Chatbot: ', agent: 'You: ' } as const;

function Row({ chatbotId, conversation, filter, isOpen, isUnread }: RowProps) {
  const { id, lastMessage, lastMessageAt, handoffRequested, takenOver } = conversation;
  const href = `${chatbotPath(chatbotId, 'conversations')}/${id}${filter === 'all' ? '' : `?show=${filter}`}`;
  return (
    <li>
      <a class={`conversation-row ${isUnread ? 'unread' : ''}`} href={href} aria-current={isOpen ? 'true' : undefined}>
        <span class="conversation-name truncate">
          <VisitorName conversation={conversation} />
        </span>
        <span class="faint conversation-time">
          <Time at={lastMessageAt} />
        </span>
        <span class="conversation-excerpt truncate soft">
          {lastMessage === null ? (
            'No message yet'
          ) : (
            <>
              {SPEAKERS[lastMessage.role]}
              <bdi>{plain(lastMessage.excerpt)}</bdi>
            </>
          )}
        </span>
        <span class="conversation-marks">
          {handoffRequested ? <Badge tone="warn">Waiting</Badge> : null}
          {takenOver ? <Badge tone="busy">Taken over</Badge> : null}
          {isUnread ? (
            <span class="unread-dot">
              <span class="hidden">Unread</span>
            </span>
          ) : null}
        </span>
      </a>
    </li>
  );
}

/** Marks of Markdown and citations only disturb in one line. */
const plain = (excerpt: string): string => excerpt.replace(/ ?\[\d+\]|[*_`#>|]+/g, '').replace(/\s+/g, ' ');

interface NothingProps {
  readonly chatbotId: string;
  readonly filter: Filter;
  readonly search: string;
}

function Nothing({ chatbotId, filter, search }: NothingProps) {
  if (search.trim() !== '') {
    return (
      <EmptyState icon="search" title="Nothing found">
        Nothing that is loaded matches. Show more conversations, or search for something else.
      </EmptyState>
    );
  }
  if (filter === 'waiting') {
    return (
      <EmptyState icon="check" title="Nobody is waiting">
        Visitors who ask for a human appear here, and in the title of this tab.
      </EmptyState>
    );
  }
  if (filter === 'taken') {
    return (
      <EmptyState icon="person" title="Nothing is taken over">
        Open a conversation to answer in the chatbot’s place.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon="inbox"
      title="No conversations yet"
      action={
        <ButtonLink href={chatbotPath(chatbotId, 'embed')} variant="primary">
          Put the chat on your website
        </ButtonLink>
      }
    >
      They appear here as soon as a visitor asks something.
    </EmptyState>
  );
}
