import { useEffect, useState } from 'preact/hooks';
import { chatbotPath } from '../../shell/navigation.ts';
import { useSearchParam } from '../../shell/use-search-param.ts';
import { useStore } from '../../state/use-store.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState, PendingState } from '../../ui/content-states.tsx';
import { ListEnd } from '../../ui/lists/list-end.tsx';
import { SearchField } from '../../ui/lists/search-field.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { ConversationRows } from './conversation-rows.tsx';
import { inboxOf, loadConversations } from './inbox.ts';
import { type Filter, listed } from './inbox-state.ts';
import { SearchedConversations } from './searched-conversations.tsx';

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
  const [typed, setTyped] = useState('');
  const search = typed.trim();
  const inbox = useStore(inboxOf(chatbotId));
  /** There is nothing to choose from or to search. */
  const isEmpty = filter === 'all' && inbox.cursors[filter] === null && inbox.conversations.size === 0;
  return (
    <section class="conversation-list" aria-label="Conversations">
      {isEmpty ? null : (
        <div class="list-tools">
          <Tabs
            label="Which conversations"
            tabs={FILTERS}
            current={filter}
            onChoose={(key) => setParam(key === 'all' ? undefined : key)}
          />
          <SearchField label="Search all messages" value={typed} onInput={setTyped} />
        </div>
      )}
      <div class="conversation-scroll">
        {search === '' ? (
          <NewestConversations chatbotId={chatbotId} filter={filter} openId={openId} />
        ) : (
          <SearchedConversations chatbotId={chatbotId} filter={filter} openId={openId} search={search} />
        )}
      </div>
    </section>
  );
}

interface NewestProps extends ListProps {
  readonly filter: Filter;
}

function NewestConversations({ chatbotId, filter, openId }: NewestProps) {
  const { error, isLoading, load } = useLoading(chatbotId, filter);
  const inbox = useStore(inboxOf(chatbotId));
  const shown = listed(inbox, filter);
  const cursor = inbox.cursors[filter];
  // Those who wait are often here before the list, and are not all of it.
  const isPending = error === undefined ? cursor === undefined : shown.length === 0;
  const loaded =
    shown.length > 0 ? (
      <ConversationRows chatbotId={chatbotId} conversations={shown} filter={filter} openId={openId} search="" />
    ) : (
      <NoConversations chatbotId={chatbotId} filter={filter} />
    );
  return (
    <>
      {isPending ? (
        <PendingState label="Loading the conversations" rows={6} error={error} onRetry={() => void load(false)} />
      ) : (
        loaded
      )}
      {shown.length === 0 ? null : (
        <ListEnd
          hasMore={typeof cursor === 'string'}
          isLoading={isLoading}
          error={error}
          onMore={() => void load(true)}
        />
      )}
    </>
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

function NoConversations({ chatbotId, filter }: { readonly chatbotId: string; readonly filter: Filter }) {
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
