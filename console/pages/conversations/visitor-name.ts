import type { Conversation } from '../../api/types.ts';

export function nameOf({ lead, sessionId }: Pick<Conversation, 'lead' | 'sessionId'>): string {
  const name = lead?.name ?? lead?.email ?? lead?.phone ?? '';
  return name.trim() === '' ? `Visitor ${shortened(sessionId)}` : name;
}

/** The end of a long id: ids of one kind often begin alike. */
const shortened = (sessionId: string): string => (sessionId.length <= 12 ? sessionId : sessionId.slice(-8));
