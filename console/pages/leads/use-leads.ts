import { chatbotRoot } from '../../api/chatbot-root.ts';
import { api } from '../../api/client.ts';
import { useChatbotEvents } from '../../api/events.ts';
import type { Lead } from '../../api/types.ts';
import { usePages } from '../../api/use-pages.ts';

interface LeadPage {
  readonly leads: readonly Lead[];
  readonly nextBefore: string | null;
}

const PAGE = 50;
/** Bounds an export, whatever the pages say. */
const MAX_PAGES = 2_000;

async function fetchPage(chatbotId: string, before: string | null, signal?: AbortSignal) {
  const cursor = before === null ? '' : `&before=${before}`;
  const path = `${chatbotRoot(chatbotId)}/leads?limit=${PAGE}${cursor}`;
  const { leads, nextBefore } = await api.get<LeadPage>(path, signal && { signal });
  return { items: leads.map(lead), next: nextBefore };
}

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
  const { items: leads, change, ...pages } = usePages((before, signal) => fetchPage(chatbotId, before, signal), merged);
  useChatbotEvents(chatbotId, {
    onOpen: () => undefined,
    onEvent: ({ event, data }) => {
      if (event === 'lead') change((known) => merged([lead(data)], known));
    },
  });
  const remove = (id: string) => change((known) => known.filter((each) => each.id !== id));
  return { leads, remove, ...pages };
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
    const page: Awaited<ReturnType<typeof fetchPage>> = await fetchPage(chatbotId, before);
    all.push(...page.items);
    before = page.next;
    if (before === null) break;
  }
  return all;
}
