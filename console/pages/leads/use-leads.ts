import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { api } from '../../api/client.ts';
import { useChatbotEvents } from '../../api/events.ts';
import type { Lead } from '../../api/types.ts';

interface LeadPage {
  readonly leads: readonly Lead[];
  readonly nextBefore: string | null;
}

const PAGE = 50;
/** Ends an export however the pages go on. */
const MAX_PAGES = 2_000;

const pathOf = (chatbotId: string, before: string | null, limit: number): string =>
  `/chatbots/${encodeURIComponent(chatbotId)}/leads?limit=${limit}${before === null ? '' : `&before=${before}`}`;

/** A lead without its messages. */
const lead = ({ id, conversationId, sessionId, name, email, phone, capturedAt }: Lead): Lead => ({
  id,
  conversationId,
  sessionId,
  name,
  email,
  phone,
  capturedAt,
});

export function useLeads(chatbotId: string) {
  const [page, setPage] = useState<LeadPage | undefined>(undefined);
  const [error, setError] = useState<unknown>(undefined);
  const [isLoading, setLoading] = useState(false);
  const isLost = useRef(false);
  useEffect(
    () => () => {
      isLost.current = true;
    },
    [],
  );

  const load = useCallback(async (before: string | null) => {
    setLoading(true);
    try {
      const { leads, nextBefore } = await api.get<LeadPage>(pathOf(chatbotId, before, PAGE));
      if (isLost.current) return;
      setError(undefined);
      setPage((known) => ({ leads: merged(before === null ? [] : (known?.leads ?? []), leads.map(lead)), nextBefore }));
    } catch (failure) {
      if (!isLost.current) setError(failure);
    } finally {
      if (!isLost.current) setLoading(false);
    }
  }, []);
  useEffect(() => void load(null), []);
  useChatbotEvents(chatbotId, {
    onOpen: () => undefined,
    onEvent: ({ event, data }) => {
      if (event === 'lead') setPage((known) => known && { ...known, leads: merged([lead(data)], known.leads) });
    },
  });
  const remove = (id: string) =>
    setPage((known) => known && { ...known, leads: known.leads.filter((each) => each.id !== id) });
  return { page, error, isLoading, load, remove };
}

/** Each lead once, the first of the same id. */
function merged(first: readonly Lead[], second: readonly Lead[]): readonly Lead[] {
  const known = new Set(first.map(({ id }) => id));
  return [...first, ...second.filter(({ id }) => !known.has(id))];
}

/** All there are. */
export async function allLeads(chatbotId: string): Promise<readonly Lead[]> {
  const all: Lead[] = [];
  let before: string | null = null;
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const page: LeadPage = await api.get(pathOf(chatbotId, before, PAGE));
    for (const each of page.leads) all.push(lead(each));
    before = page.nextBefore;
    if (before === null) break;
  }
  return all;
}
