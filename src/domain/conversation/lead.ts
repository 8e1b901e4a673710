/** Contact details that a visitor leaves in a conversation. */
import { accept, type Decision, reject } from '../aggregate.ts';
import type { ConversationEvent } from './events.ts';

export interface LeadDetails {
  readonly name?: string;
  readonly email?: string;
  readonly phone?: string;
}

export interface Lead {
  readonly leadId: string;
  readonly details: LeadDetails;
}

export type LeadRejection = 'LeadNotFound';

export function evolveLead(lead: Lead | null, event: Extract<ConversationEvent, { type: 'LeadCaptured' }>): Lead {
  const { leadId } = event.data;
  const earlier = lead?.leadId === leadId ? lead.details : {};
  return { leadId, details: { ...earlier, ...event.sealed } };
}

/** Only the fields that are new or changed. */
export function captureLead(
  where: { conversationId: string; chatbotId: string },
  known: Lead | null,
  given: Lead | null,
): ConversationEvent[] {
  if (given === null) return [];
  const fields = Object.entries(given.details).filter(
    ([field, value]) => value !== known?.details[field as keyof LeadDetails],
  );
  if (fields.length === 0) return [];
  const data = { ...where, leadId: known?.leadId ?? given.leadId };
  return [{ type: 'LeadCaptured', data, sealed: Object.fromEntries(fields) }];
}

export function deleteLead(
  leadId: string,
  { conversationId, chatbotId, lead }: { conversationId: string; chatbotId: string; lead: Lead | null },
): Decision<ConversationEvent, LeadRejection> {
  if (lead?.leadId !== leadId) return reject('LeadNotFound');
  return accept<ConversationEvent>({ type: 'LeadDeleted', data: { conversationId, chatbotId, leadId } });
}
