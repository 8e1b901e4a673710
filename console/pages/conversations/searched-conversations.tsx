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
  const isFinished = typeof nextBefore !== 'string';
  const failure = error === undefined ? null : <ErrorState error={error} onRetry={searchOn} />;
  const older = isFinished ? null : (
    <div class="conversation-more">
      <Button isBusy={isSearching} onClick={searchOn}>
        Search older messages
      </Button>
    </div>
  );
  if (shown.length > 0) {
    return (
      <>
        <ConversationRows chatbotId={chatbotId} conversations={shown} filter={filter} openId={openId} search={search} />
        {failure ?? older}
      </>
    );
  }
  if (isSearching) return <LoadingState label="Searching" rows={6} />;
  if (failure !== null) return failure;
  return (
    <>
      <NothingFound isFinished={isFinished} />
      {older}
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
