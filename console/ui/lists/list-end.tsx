import { Button } from '../button.tsx';
import { ErrorState } from '../content-states.tsx';

interface ListEndProps {
  readonly hasMore: boolean;
  readonly isLoading?: boolean;
  readonly error?: unknown;
  readonly onMore: () => void;
  readonly action?: string;
}

/** The end of a list that is loaded in part: the way to the rest, or why it could not be loaded. */
export function ListEnd({ hasMore, isLoading = false, error, onMore, action = 'Show more' }: ListEndProps) {
  if (error !== undefined) return <ErrorState error={error} onRetry={onMore} />;
  if (!hasMore) return null;
  return (
    <div class="list-end">
      <Button isBusy={isLoading} onClick={onMore}>
        {action}
      </Button>
    </div>
  );
}
