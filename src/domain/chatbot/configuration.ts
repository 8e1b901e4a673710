import { type Static, Type } from 'typebox';
import { nullable } from '../schema.ts';

/** The eight colours of the widget; a missing one is the widget's default. */
const ChatbotTheme = Type.Partial(
  Type.Object({
    bg: Type.String(),
    panelBg: Type.String(),
    headerBg: Type.String(),
    bubbleBotBg: Type.String(),
    bubbleBotText: Type.String(),
    textMuted: Type.String(),
    border: Type.String(),
    inputBg: Type.String(),
  }),
);

/** Interface specification, section 2.2. */
export const ChatbotConfiguration = Type.Object({
  name: Type.String(),
  description: Type.String(),
  avatarUrl: nullable(Type.String()),
  primaryColor: Type.String(),
  theme: ChatbotTheme,
  welcomeMessage: Type.String(),
  quickPrompts: Type.Array(Type.String()),
  chatbotModel: Type.Union([Type.Literal('gpt-4o-mini'), Type.Literal('gpt-4o')]),
  persona: Type.String(),
  tone: Type.String(),
  systemPrompt: Type.String(),
  allowLeadCapture: Type.Boolean(),
  leadCaptureFields: Type.Object({ name: Type.Boolean(), email: Type.Boolean(), phone: Type.Boolean() }),
  humanHandoffEnabled: Type.Boolean(),
  humanHandoffEmail: Type.String(),
  autoRefreshSchedule: Type.Union([
    Type.Literal('none'),
    Type.Literal('daily'),
    Type.Literal('weekly'),
    Type.Literal('monthly'),
  ]),
  embedDomains: Type.Array(Type.String()),
});
export type ChatbotConfiguration = Static<typeof ChatbotConfiguration>;

/** A partial `leadCaptureFields` changes only the fields it names. */
export const ChatbotChanges = Type.Partial(
  Type.Object({
    ...ChatbotConfiguration.properties,
    leadCaptureFields: Type.Partial(ChatbotConfiguration.properties.leadCaptureFields),
  }),
);
export type ChatbotChanges = Static<typeof ChatbotChanges>;

export const DEFAULT_CONFIGURATION: ChatbotConfiguration = {
  name: '',
  description: '',
  avatarUrl: null,
  primaryColor: '#2563eb',
  theme: {},
  welcomeMessage: '',
  quickPrompts: [],
  chatbotModel: 'gpt-4o-mini',
  persona: '',
  tone: '',
  systemPrompt: '',
  allowLeadCapture: false,
  leadCaptureFields: { name: false, email: false, phone: false },
  humanHandoffEnabled: false,
  humanHandoffEmail: '',
  autoRefreshSchedule: 'none',
  embedDomains: [],
};

export function configure(configuration: ChatbotConfiguration, changes: ChatbotChanges): ChatbotConfiguration {
  return {
    ...configuration,
    ...changes,
    leadCaptureFields: { ...configuration.leadCaptureFields, ...changes.leadCaptureFields },
  };
}
