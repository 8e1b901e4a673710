import { useEffect, useRef } from 'preact/hooks';
import { chatbotRoot } from '../../api/chatbot-root.ts';
import { api, type CallOptions } from '../../api/client.ts';
import { useChatbotEvents } from '../../api/events.ts';
import { usePages } from '../../api/use-pages.ts';
import type { AuditEvent, AuditEventPage } from './types.ts';

const PAGE = 50;
/** An answer is several events within a moment. */
const PAUSE_MS = 1_000;

export interface EventsWanted {
  readonly types: readonly string[];
  readonly limit: number;
  readonly sessionId?: string | undefined;
  /** A time. */
  readonly to?: string | undefined;
  readonly after?: string | null | undefined;
  /** Default: `desc`, newest first. */
  readonly order?: 'asc';
}

export function eventsPath(chatbotId: string, { types, limit, ...wanted }: EventsWanted): string {
  const query = new URLSearchParams({ order: 'desc', limit: String(limit) });
  for (const type of types) query.append('type', type);
  for (const [name, value] of Object.entries(wanted)) if (value) query.set(name, value);
  return `${chatbotRoot(chatbotId)}/audit?${query}`;
}

/** Newest first. What happens meanwhile is added. */
export function useEvents(chatbotId: string, filter: Pick<EventsWanted, 'types' | 'to' | 'sessionId'>) {
  const fetchPage = (wanted: Pick<EventsWanted, 'after' | 'order'>, options?: CallOptions) =>
    api.get<AuditEventPage>(eventsPath(chatbotId, { ...filter, limit: PAGE, ...wanted }), options);
  const { items, change, ...pages } = usePages<AuditEvent>(async (after, signal) => {
    const { events, nextAfter } = await fetchPage({ after }, { signal });
    return { items: events, next: nextAfter };
  });

  const loadNewer = async () => {
    if (items === undefined) return;
    let after: string | null | undefined = items[0]?.position;
    do {
      const { events, nextAfter }: AuditEventPage = await fetchPage({ after, order: 'asc' });
      change((known) => [...events.filter(isUnknownIn(known)).reverse(), ...known]);
      after = nextAfter;
    } while (after !== null);
  };
  const current = useRef(loadNewer);
  current.current = loadNewer;
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const loadSoon = () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      // The next event, or the stream that opens again, loads them too.
      current.current().catch(() => undefined);
    }, PAUSE_MS);
  };
  useEffect(() => {
    // The stream tells of visitors and sources, and of nothing that the owner changes in another tab.
    document.addEventListener('visibilitychange', loadSoon);
    return () => {
      clearTimeout(timer.current);
      document.removeEventListener('visibilitychange', loadSoon);
    };
  }, []);
  useChatbotEvents(chatbotId, { onOpen: loadSoon, onEvent: loadSoon });
  return { items, ...pages };
}

function isUnknownIn(known: readonly AuditEvent[]) {
  const positions = new Set(known.map(({ position }) => position));
  return ({ position }: AuditEvent) => !positions.has(position);
}
