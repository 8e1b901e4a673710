/** States in the place of a page's content: empty, loading, failed. */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { ApiError } from '../api/api-error.ts';
import { isInterrupted } from '../api/events.ts';
import { useStore } from '../state/use-store.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import type { IconName } from './icons.ts';
import { sentence, spaced } from './words.ts';

interface EmptyStateProps {
  readonly icon: IconName;
  readonly title: string;
  readonly children?: ComponentChildren;
  readonly action?: ComponentChildren;
}

export function EmptyState({ icon, title, children, action }: EmptyStateProps) {
  return (
    <div class="state">
      <span class="state-icon">
        <Icon name={icon} />
      </span>
      <h2>{title}</h2>
      {children === undefined ? null : <div class="soft state-text">{children}</div>}
      {action === undefined ? null : <div class="row state-action">{action}</div>}
    </div>
  );
}

/**
 * Placeholders of the content's size, so that nothing jumps.
 * @param rows one for each line of a list
 */
export function LoadingState({ label, rows = 4 }: { readonly label: string; readonly rows?: number }) {
  return (
    <div class="skeleton" role="status">
      <span class="hidden">{label}</span>
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} class="skeleton-row" aria-hidden="true">
          <span />
          <span />
        </div>
      ))}
    </div>
  );
}

interface ErrorStateProps {
  readonly error: unknown;
  readonly onRetry?: () => void;
}

/** Tries again by itself once the connection is back. */
export function ErrorState({ error, onRetry }: ErrorStateProps) {
  const isOffline = useStore(isInterrupted);
  const wasOffline = useRef(isOffline);
  useEffect(() => {
    if (wasOffline.current && !isOffline) onRetry?.();
    wasOffline.current = isOffline;
  }, [isOffline]);
  return (
    <div class="state" role="alert">
      <span class="state-icon bad">
        <Icon name="warning" />
      </span>
      <h2>This could not be loaded</h2>
      <p class="soft state-text">{messageOf(error)}</p>
      {onRetry === undefined ? null : (
        <div class="row state-action">
          <Button icon="refresh" onClick={onRetry}>
            Try again
          </Button>
        </div>
      )}
    </div>
  );
}

interface PendingStateProps extends Required<ErrorStateProps> {
  readonly label: string;
  readonly rows?: number;
}

/** Shows content that is loading, or could not be loaded. */
export function PendingState({ error, onRetry, ...loading }: PendingStateProps) {
  if (error === undefined) return <LoadingState {...loading} />;
  return <ErrorState error={error} onRetry={onRetry} />;
}

/** A sentence for the owner: what happened, and what to do. */
export function messageOf(error: unknown): string {
  if (error instanceof ApiError) {
    if (error.status === 429) return `Too many requests. Try again in ${waitOf(error.retryAfterSeconds)}.`;
    if (error.status === 500) return 'Something went wrong in the service. Try again.';
    const [detail] = error.details;
    return detail === undefined ? error.message : `${fieldOf(detail.path)} ${detail.message}.`;
  }
  if (error instanceof DOMException && error.name === 'AbortError') return 'This was stopped.';
  return 'The service cannot be reached. Check your connection, then try again.';
}

/** Fault of one field, such as `sourceUrl`; undefined without one. */
export function faultOf(error: unknown, field: string): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const detail = error.details.find(({ path }) => path === `/${field}` || path.startsWith(`/${field}/`));
  return detail === undefined ? undefined : sentence(detail.message);
}

/** `/sourceUrl` as `Source url`, the header `origin` as `Origin`. */
const fieldOf = (path: string): string => spaced(path.replace('/', ''));

function waitOf(seconds: number): string {
  if (seconds <= 0) return 'a moment';
  return seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
}
