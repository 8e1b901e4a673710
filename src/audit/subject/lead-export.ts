import type { ConversationDocument } from '../../projections/conversations/projection.ts';
import { conversations } from '../../projections/conversations/projection.ts';
import { type LeadDocument, leads } from '../../projections/leads/projection.ts';
import { type ConversationExport, exportConversation, type SubjectDeps } from './conversation-export.ts';

/** Everything stored about a visitor who left contact details. */
export type LeadExport = {
  lead: Pick<LeadDocument, 'id' | 'name' | 'email' | 'phone' | 'capturedAt'>;
  conversation: ConversationExport;
};

/** Returns null when the conversation has no lead. @throws UnreadableEvent, StoreUnavailable */
export async function exportLead(
  chatbotId: string,
  conversationId: string,
  deps: SubjectDeps,
): Promise<LeadExport | null> {
  const document = await deps.documents.get<ConversationDocument>(conversations.collection, conversationId);
  const leadId = document?.chatbotId === chatbotId ? document.leadId : null;
  const lead = leadId === null ? null : await deps.documents.get<LeadDocument>(leads.collection, leadId);
  const conversation = lead === null ? null : await exportConversation(chatbotId, conversationId, deps);
  if (lead === null || conversation === null) return null;
  const { id, name, email, phone, capturedAt } = lead;
  return { lead: { id, name, email, phone, capturedAt }, conversation };
}
