import { Type } from 'typebox';
import { Count, Id, named, nullable, Time } from './common.ts';

const Colour = Type.String({ pattern: '^#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})$', examples: ['#2563eb'] });
const Text = Type.String({ maxLength: 2000 });
const Status = Type.Enum(['idle', 'training', 'ready', 'error']);

const Theme = named('ChatbotTheme', {
  bg: Type.Optional(Colour),
  panelBg: Type.Optional(Colour),
  headerBg: Type.Optional(Colour),
  bubbleBotBg: Type.Optional(Colour),
  bubbleBotText: Type.Optional(Colour),
  textMuted: Type.Optional(Colour),
  border: Type.Optional(Colour),
  inputBg: Type.Optional(Colour),
});

const LeadCaptureFields = named('LeadCaptureFields', {
  name: Type.Boolean(),
  email: Type.Boolean(),
  phone: Type.Boolean(),
});

const Name = Type.String({ minLength: 1, maxLength: 200, examples: ['Support'] });

const Configuration = {
  name: Name,
  description: Text,
  avatarUrl: nullable(
    Type.String({
      maxLength: 2000,
      description: 'As image upload returned it for this chatbot, relative to the root of the server',
    }),
  ),
  primaryColor: Colour,
  theme: Theme,
  welcomeMessage: Type.String({ maxLength: 2000, description: 'Markdown' }),
  quickPrompts: Type.Array(Type.String({ maxLength: 200 }), { maxItems: 10 }),
  chatbotModel: Type.Enum(['gpt-4o-mini', 'gpt-4o']),
  persona: Text,
  tone: Text,
  systemPrompt: Type.String({ maxLength: 8000 }),
  allowLeadCapture: Type.Boolean(),
  leadCaptureFields: LeadCaptureFields,
  humanHandoffEnabled: Type.Boolean(),
  humanHandoffEmail: Text,
  autoRefreshSchedule: Type.Enum(['none', 'daily', 'weekly', 'monthly']),
  embedDomains: Type.Array(Type.String({ maxLength: 253 }), { maxItems: 50 }),
};

export const NewChatbot = named('NewChatbot', { name: Name });

/** Any subset of what an owner can set. */
export const ChatbotUpdate = Type.Partial(
  Type.Object({ ...Configuration, leadCaptureFields: Type.Partial(Type.Object(LeadCaptureFields.properties)) }),
  { title: 'ChatbotUpdate', examples: [{ welcomeMessage: 'Hello! What can I do for you?', primaryColor: '#0f766e' }] },
);

export const Chatbot = named('Chatbot', {
  id: Id,
  publicId: Id,
  ownerId: Id,
  ...Configuration,
  status: Status,
  pageCount: Count,
  chunkCount: Count,
  vectorCollection: Type.String(),
  createdAt: Time,
  updatedAt: Time,
});

export const ChatbotProgress = named('ChatbotProgress', {
  status: Status,
  pageCount: Count,
  chunkCount: Count,
  sources: Type.Object({ pending: Count, processing: Count, done: Count, error: Count }),
});

export const WidgetConfiguration = named('WidgetConfiguration', {
  name: Configuration.name,
  primaryColor: Configuration.primaryColor,
  theme: Configuration.theme,
  avatarUrl: Configuration.avatarUrl,
  humanHandoffEnabled: Configuration.humanHandoffEnabled,
  welcomeMessage: Configuration.welcomeMessage,
  quickPrompts: Configuration.quickPrompts,
  allowLeadCapture: Configuration.allowLeadCapture,
  leadCaptureFields: Configuration.leadCaptureFields,
});
