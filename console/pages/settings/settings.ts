/** The fields of a chatbot that are no looks, as the form holds them. */
import { ApiError } from '../../api/api-error.ts';
import type { Chatbot, ChatbotConfiguration } from '../../api/types.ts';

const FIELDS = [
  'name',
  'description',
  'chatbotModel',
  'persona',
  'tone',
  'systemPrompt',
  'autoRefreshSchedule',
  'allowLeadCapture',
  'leadCaptureFields',
  'humanHandoffEnabled',
  'humanHandoffEmail',
] as const satisfies readonly (keyof ChatbotConfiguration)[];

export type Settings = Pick<ChatbotConfiguration, (typeof FIELDS)[number]>;

export const settingsOf = (chatbot: Chatbot): Settings =>
  Object.fromEntries(FIELDS.map((field) => [field, chatbot[field]])) as unknown as Settings;

/** Picks the settings that differ: what another tab or program changed meanwhile stays. */
export function changesOf(stored: Settings, draft: Settings): Partial<Settings> {
  const changed = FIELDS.filter((field) => JSON.stringify(stored[field]) !== JSON.stringify(draft[field]));
  return Object.fromEntries(changed.map((field) => [field, draft[field]]));
}

/**
 * The interface takes any text as the address for requests for a human, and a mistake would show only when no mail comes.
 *
 * @throws ApiError in the form of the service's refusals
 */
export function checkSettings({ humanHandoffEmail = '' }: Partial<Settings>): void {
  const email = humanHandoffEmail.trim();
  if (email === '' || /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(email)) return;
  const message = 'must be an email address';
  throw new ApiError(400, { message, details: [{ path: '/humanHandoffEmail', message }] });
}
