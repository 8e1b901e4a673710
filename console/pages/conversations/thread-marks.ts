import { chatbotRoot } from '../../api/chatbot-root.ts';
import { api } from '../../api/client.ts';
import type { Conversation } from '../../api/types.ts';

/** A line between the messages that tells who answers from here on. */
export interface ThreadMark {
  /** Position in the log. */
  readonly position: string;
  readonly text: string;
  readonly createdAt: string;
}

/** By type of the event. The owner is the only agent. */
const TEXTS = {
  HandoffRequested: 'The visitor asked for a human',
  SessionTakenOver: 'You took over',
  SessionReleased: 'You handed back to the chatbot',
} as const;

interface AuditPage {
  readonly events: readonly { readonly position: string; readonly recordedAt: string }[];
  readonly nextAfter: string | null;
}

/** All of a conversation, from its events. */
export async function loadMarks(chatbotId: string, { sessionId }: Conversation): Promise<readonly ThreadMark[]> {
  const marksOf = async ([type, text]: [string, string]) => {
    const marks: ThreadMark[] = [];
    let after: string | null = '0';
    while (after !== null) {
      const query = new URLSearchParams({ sessionId, type, after });
      const page: AuditPage = await api.get(`${chatbotRoot(chatbotId)}/audit?${query}`);
      for (const { position, recordedAt } of page.events) marks.push({ position, text, createdAt: recordedAt });
      after = page.nextAfter;
    }
    return marks;
  };
  return (await Promise.all(Object.entries(TEXTS).map(marksOf))).flat();
}
