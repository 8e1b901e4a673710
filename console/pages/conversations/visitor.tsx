import type { Conversation } from '../../api/types.ts';

/** Name, email address or session: chosen by the visitor, so it stands isolated from the text around it. */
export function VisitorName({ conversation }: { readonly conversation: Conversation }) {
  return <bdi>{nameOf(conversation)}</bdi>;
}

export function nameOf({ lead, sessionId }: Pick<Conversation, 'lead' | 'sessionId'>): string {
  const name = lead?.name ?? lead?.email ?? lead?.phone ?? '';
  return name.trim() === '' ? `Visitor ${shortened(sessionId)}` : name;
}

/** The end of a long id: ids of one kind often begin alike. */
const shortened = (sessionId: string): string => (sessionId.length <= 12 ? sessionId : sessionId.slice(-8));
