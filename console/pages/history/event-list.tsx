import { session as ownSession } from '../../api/session-state.ts';
import { useStore } from '../../state/use-store.ts';
import { EmptyState, PendingState } from '../../ui/content-states.tsx';
import { ListEnd } from '../../ui/lists/list-end.tsx';
import { EventRow, type EventRowProps } from './event-row.tsx';
import type { AuditEvent } from './types.ts';
import { useEvents } from './use-events.ts';
import { useNames } from './use-names.ts';

const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'full' });

interface EventListProps extends Pick<EventRowProps, 'chatbotId' | 'actions'> {
  /** Empty for all. */
  readonly types: readonly string[];
  /** Up to this time. */
  readonly to: string | undefined;
  readonly session: string | undefined;
}

/** Newest first, by day. */
export function EventList({ chatbotId, types, to, session, actions }: EventListProps) {
  const { items, load, ...pages } = useEvents(chatbotId, { types, to, sessionId: session });
  const names = useNames(chatbotId, items);
  const current = useStore(ownSession);
  const ownId = current.state === 'signed-in' ? current.user.id : undefined;
  if (items === undefined) {
    return <PendingState label="Loading the history" rows={8} error={pages.error} onRetry={() => void load()} />;
  }
  return (
    <>
      {items.length === 0 && !pages.hasMore ? (
        <EmptyState icon="clock" title="Nothing happened">
          Choose another kind of event or a later day.
        </EmptyState>
      ) : null}
      {byDay(items).map(([title, events]) => (
        <section key={title} class="history-day">
          <h2>{title}</h2>
          <ul>
            {events.map((event) => (
              <EventRow
                key={event.position}
                chatbotId={chatbotId}
                event={event}
                names={names}
                ownId={ownId}
                actions={actions}
              />
            ))}
          </ul>
        </section>
      ))}
      <ListEnd {...pages} onMore={() => void load()} action="Show older" />
    </>
  );
}

/** Days of the reader's zone. */
const byDay = (events: readonly AuditEvent[]) => [
  ...Map.groupBy(events, ({ recordedAt }) => day.format(new Date(recordedAt))),
];
