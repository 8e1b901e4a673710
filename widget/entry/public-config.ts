/** Public configuration of the chatbot, checked: an older or a broken server must not break the page. */
export interface PublicConfig {
  readonly name: string;
  readonly primaryColor: string;
  readonly theme: Readonly<Record<string, unknown>>;
  readonly avatarUrl: string | null;
  readonly humanHandoffEnabled: boolean;
  readonly welcomeMessage: string;
  readonly quickPrompts: readonly string[];
  readonly allowLeadCapture: boolean;
  readonly leadFields: readonly LeadField[];
}

export const LEAD_FIELDS = ['name', 'email', 'phone'] as const;
export type LeadField = (typeof LEAD_FIELDS)[number];
export type LeadData = Partial<Record<LeadField, string>>;

const MAX_PROMPTS = 10;

export function publicConfigOf(data: unknown): PublicConfig {
  const given = record(record(data).config);
  const fields = record(given.leadCaptureFields);
  return {
    name: text(given.name),
    primaryColor: text(given.primaryColor),
    theme: record(given.theme),
    // Root-relative by contract; anything else could lead elsewhere.
    avatarUrl: /^\/(?![/\\])/.test(text(given.avatarUrl)) ? text(given.avatarUrl) : null,
    humanHandoffEnabled: given.humanHandoffEnabled === true,
    welcomeMessage: text(given.welcomeMessage),
    quickPrompts: texts(given.quickPrompts).slice(0, MAX_PROMPTS),
    allowLeadCapture: given.allowLeadCapture === true,
    leadFields: LEAD_FIELDS.filter((field) => fields[field] === true),
  };
}

export const record = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};

export const text = (value: unknown): string => (typeof value === 'string' ? value : '');

export const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string' && one.trim() !== '') : [];
