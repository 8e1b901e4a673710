/** Fields of a chatbot in the form, other than its looks. */
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

/** Picks changed settings only, so that others keep what another tab changed. */
export function changesOf(stored: Settings, draft: Settings): Partial<Settings> {
  const changed = FIELDS.filter((field) => JSON.stringify(stored[field]) !== JSON.stringify(draft[field]));
  return Object.fromEntries(changed.map((field) => [field, draft[field]]));
}

/**
 * Checks the handoff address, since the API takes any text and a mistake shows only when no mail comes.
 *
 * @throws ApiError in the form of the service's refusals
 */
export function checkSettings({ humanHandoffEmail = '' }: Partial<Settings>): void {
  const email = humanHandoffEmail.trim();
  if (email === '' || /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(email)) return;
  const message = 'must be an email address';
  throw new ApiError(400, { message, details: [{ path: '/humanHandoffEmail', message }] });
}
