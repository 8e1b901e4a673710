import type { Chatbot, ChatbotConfiguration } from '../../api/types.ts';

const LOOK_FIELDS = ['name', 'avatarUrl', 'primaryColor', 'theme', 'welcomeMessage', 'quickPrompts'] as const;
type LookField = (typeof LOOK_FIELDS)[number];
export type Look = Pick<ChatbotConfiguration, LookField>;

const FIELD_NAMES: Readonly<Record<LookField, string>> = {
  name: 'name',
  avatarUrl: 'picture',
  primaryColor: 'main colour',
  theme: 'other colours',
  welcomeMessage: 'welcome message',
  quickPrompts: 'suggested questions',
};

/** Fields in which two looks differ. */
export function differences(one: Look, other: Look): readonly LookField[] {
  return LOOK_FIELDS.filter((field) => textOf(one[field]) !== textOf(other[field]));
}

/** Keys in one order, so that equal themes are equal texts. */
const textOf = (value: Look[LookField]): string =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? JSON.stringify(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : JSON.stringify(value);

export const lookOf = ({ name, avatarUrl, primaryColor, theme, welcomeMessage, quickPrompts }: Chatbot): Look => ({
  name,
  avatarUrl,
  primaryColor,
  theme,
  welcomeMessage,
  quickPrompts,
});

export const namesOf = (fields: readonly LookField[]): string =>
  new Intl.ListFormat('en').format(fields.map((field) => FIELD_NAMES[field]));

export interface LookSectionProps {
  readonly look: Look;
  /** The error of the last attempt to save. */
  readonly error: unknown;
  readonly onChange: (changes: Partial<Look>) => void;
}
