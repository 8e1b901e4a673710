import { chatbotRoot } from '../../api/chatbot-root.ts';
import { api } from '../../api/client.ts';
import type { Conversation } from '../../api/types.ts';
import type { ThreadMark } from './thread-state.ts';

/** By type of the event. */
const ACTS = {
  HandoffRequested: ['user', 'asked for a human'],
  SessionTakenOver: ['agent', 'took over'],
  SessionReleased: ['agent', 'handed back to the chatbot'],
} as const;

interface AuditPage {
  readonly events: readonly { readonly position: string; readonly recordedAt: string }[];
  readonly nextAfter: string | null;
}

/** All marks of a conversation, from its events. */
export async function loadMarks(chatbotId: string, { sessionId }: Conversation): Promise<readonly ThreadMark[]> {
  const marksOf = async ([type, [role, act]]: [string, (typeof ACTS)[keyof typeof ACTS]]) => {
    const marks: ThreadMark[] = [];
    let after: string | null = '0';
    while (after !== null) {
      const query = new URLSearchParams({ sessionId, type, after });
      const page: AuditPage = await api.get(`${chatbotRoot(chatbotId)}/audit?${query}`);
      for (const { position, recordedAt } of page.events) marks.push({ position, role, act, createdAt: recordedAt });
      after = page.nextAfter;
    }
    return marks;
  };
  return (await Promise.all(Object.entries(ACTS).map(marksOf))).flat();
}
