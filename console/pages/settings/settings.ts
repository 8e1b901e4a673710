/** The fields of a chatbot that are no looks, as the form holds them. */
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
