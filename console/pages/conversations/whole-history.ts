import { chatbotRoot } from '../../api/chatbot-root.ts';
import { api } from '../../api/client.ts';
import type { Message } from '../../api/types.ts';

const PAGE = 500;

/** All messages, oldest first. */
export async function wholeHistory(chatbotId: string, sessionId: string): Promise<readonly Message[]> {
  const root = `${chatbotRoot(chatbotId)}/history`;
  const pages: (readonly Message[])[] = [];
  let before: string | null = null;
  do {
    const query = new URLSearchParams({ sessionId, limit: String(PAGE), ...(before === null ? {} : { before }) });
    const page: { messages: readonly Message[]; nextBefore: string | null } = await api.get(`${root}?${query}`);
    pages.unshift(page.messages);
    before = page.nextBefore;
  } while (before !== null);
  return pages.flat();
}
