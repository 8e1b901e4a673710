import { Button } from '../../ui/button.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../ui/content-states.tsx';
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
  const shown = updated(inboxOf(chatbotId).value, filter, found);
  const isUnfinished = typeof nextBefore === 'string';
  return (
    <>
      {shown.length > 0 ? (
        <ConversationRows chatbotId={chatbotId} conversations={shown} filter={filter} openId={openId} search={search} />
      ) : isSearching ? (
        <LoadingState label="Searching" rows={6} />
      ) : error === undefined ? (
        <EmptyState icon="search" title={isUnfinished ? 'Nothing found so far' : 'Nothing found'}>
          {isUnfinished
            ? 'No newer message has these words. Older ones were not searched yet.'
            : 'No message has these words. Fewer words find more.'}
        </EmptyState>
      ) : null}
      {error === undefined ? null : <ErrorState error={error} onRetry={searchOn} />}
      {isUnfinished && error === undefined && (shown.length > 0 || !isSearching) ? (
        <div class="conversation-more">
          <Button isBusy={isSearching} onClick={searchOn}>
            Search older messages
          </Button>
        </div>
      ) : null}
    </>
  );
}
