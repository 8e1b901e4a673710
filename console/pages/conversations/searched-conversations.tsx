import { useStore } from '../../state/use-store.ts';
import { EmptyState, LoadingState } from '../../ui/content-states.tsx';
import { ListEnd } from '../../ui/lists/list-end.tsx';
import { ConversationRows } from './conversation-rows.tsx';
import { inboxOf } from './inbox.ts';
import { type Filter, updated } from './inbox-state.ts';
import { useSearch } from './use-search.ts';

interface SearchedProps {
  readonly chatbotId: string;
  readonly filter: Filter;
  readonly openId: string;
  readonly search: string;
}

export function SearchedConversations({ chatbotId, filter, openId, search }: SearchedProps) {
  const { found, nextBefore, isSearching, error, searchOn } = useSearch(chatbotId, filter, search);
  const shown = updated(useStore(inboxOf(chatbotId)), filter, found);
  const hasMore = typeof nextBefore === 'string';
  if (shown.length === 0 && isSearching) return <LoadingState label="Searching" rows={6} />;
  return (
    <>
      {shown.length > 0 ? (
        <ConversationRows chatbotId={chatbotId} conversations={shown} filter={filter} openId={openId} search={search} />
      ) : null}
      {shown.length === 0 && error === undefined ? <NothingFound isFinished={!hasMore} /> : null}
      <ListEnd
        hasMore={hasMore}
        isLoading={isSearching}
        error={error}
        onMore={searchOn}
        action="Search older messages"
      />
    </>
  );
}

function NothingFound({ isFinished }: { readonly isFinished: boolean }) {
  return (
    <EmptyState icon="search" title={isFinished ? 'Nothing found' : 'Nothing found so far'}>
      {isFinished
        ? 'No message has these words. Fewer words find more.'
        : 'No newer message has these words. Older ones were not searched yet.'}
    </EmptyState>
  );
}
