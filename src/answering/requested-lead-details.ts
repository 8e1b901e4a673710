import type { ChatbotConfiguration } from '../domain/chatbot/configuration.ts';
import type { LeadDetails } from '../domain/conversation/lead.ts';

/** Contact details from the page, reduced to the fields that the chatbot asks for; null when none is left. */
export function requestedLeadDetails(
  given: LeadDetails | null,
  configuration: ChatbotConfiguration,
): LeadDetails | null {
  const { allowLeadCapture, leadCaptureFields } = configuration;
  if (given === null || !allowLeadCapture) return null;
  const requested = (['name', 'email', 'phone'] as const).flatMap((field) => {
    const value = leadCaptureFields[field] ? given[field]?.trim() : undefined;
    return value === undefined || value === '' ? [] : [[field, value] as const];
  });
  return requested.length === 0 ? null : Object.fromEntries(requested);
}
