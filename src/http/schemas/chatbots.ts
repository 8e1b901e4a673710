import { type TSchema, Type } from 'typebox';
import type { ChatbotConfiguration } from '../../domain/chatbot/configuration.ts';
import { countOf, Id, idOf, named, nameOf, nullable, patternString, Time } from './common.ts';

const Colour = patternString('^#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})$', 'must be a colour such as #2563eb or #26e', {
  maxLength: 7,
  description: 'Hex colour',
  examples: ['#2563eb'],
});
const text = (description: string, example: string, maxLength = 2000) =>
  Type.String({ maxLength, description, examples: [example] });

const Status = Type.Enum(['idle', 'training', 'ready', 'error'], {
  title: 'ChatbotStatus',
  description:
    '`idle`: no source. `training`: a source is waiting or being read. Otherwise `ready` when at least one has been read, `error` when none has.',
  examples: ['ready'],
});

const Theme = Type.Object(
  {
    bg: Type.Optional(Colour),
    panelBg: Type.Optional(Colour),
    headerBg: Type.Optional(Colour),
    bubbleBotBg: Type.Optional(Colour),
    bubbleBotText: Type.Optional(Colour),
    textMuted: Type.Optional(Colour),
    border: Type.Optional(Colour),
    inputBg: Type.Optional(Colour),
  },
  {
    title: 'ChatbotTheme',
    description: 'Colours of the widget. Colours that are not set follow from the primary colour.',
    examples: [{ headerBg: '#0f172a', bubbleBotBg: '#f1f5f9', bubbleBotText: '#0f172a' }],
  },
);

const Asked = Type.Boolean({ examples: [true] });
const LeadCaptureFields = named(
  'LeadCaptureFields',
  { name: Asked, email: Asked, phone: Asked },
  'Contact details that visitors are asked for. No others are stored.',
);

const Name = nameOf({
  maxLength: 200,
  description: 'Shown in the header of the widget. Must contain a visible character',
  examples: ['Support'],
});

/** Longest host name. Fifty of them fit into one event of the log, which longer ones would not. */
const MAX_DOMAIN_BYTES = 253;
const EmbedDomain = Type.Refine(
  Type.String({ maxLength: MAX_DOMAIN_BYTES, examples: ['example.com'] }),
  (text) => Buffer.byteLength(text) <= MAX_DOMAIN_BYTES && !/\p{Cc}/u.test(text),
  () => `must have at most ${MAX_DOMAIN_BYTES} bytes and no control characters`,
);

const Configuration = {
  name: Name,
  description: text("For the owner's own use", 'Answers questions of the shop'),
  avatarUrl: nullable(
    Type.String({
      maxLength: 2000,
      description: 'Path that image upload returned for this chatbot',
      examples: ['/uploads/01931b7e-6f5c-7c3a-9d5e-2f4b8a1c0d3e/01931b7f-0a1b-7c3a-9d5e-2f4b8a1c0d3e.webp'],
    }),
  ),
  primaryColor: Colour,
  theme: Theme,
  welcomeMessage: text('Markdown', 'Hello! What can I do for you?'),
  quickPrompts: Type.Array(Type.String({ maxLength: 200, examples: ['What are your opening hours?'] }), {
    maxItems: 10,
    description: 'Questions that the widget suggests at the start',
  }),
  chatbotModel: Type.Enum(['gpt-4o-mini', 'gpt-4o']),
  persona: text('Persona of the chatbot', 'A friendly member of the shop'),
  tone: text('Tone of the answers', 'Warm and brief'),
  systemPrompt: text('Instructions for the model', 'Never promise a refund.', 8000),
  allowLeadCapture: Type.Boolean({ description: 'Whether contact details are stored', examples: [true] }),
  leadCaptureFields: LeadCaptureFields,
  humanHandoffEnabled: Type.Boolean({ description: 'Whether visitors may ask for a human', examples: [false] }),
  humanHandoffEmail: text('Address that is notified', 'support@example.com'),
  autoRefreshSchedule: Type.Enum(['none', 'daily', 'weekly', 'monthly'], {
    description: 'How often websites and videos are read again',
  }),
  embedDomains: Type.Array(EmbedDomain, {
    maxItems: 50,
    description: "For the owner's own use. Widget keys have allowed domains of their own",
  }),
} satisfies Record<keyof ChatbotConfiguration, TSchema>;

/** A configuration at a revision of the chatbot. */
export const PromptConfiguration = named(
  'ConfigurationThen',
  { revision: countOf('Revision of the chatbot', 3), ...Configuration },
  'The configuration as it stood.',
);

export const NewChatbot = named('NewChatbot', { name: Name }, 'A new chatbot. Other fields have defaults.');

export const ChatbotUpdate = Type.Partial(
  Type.Object({ ...Configuration, leadCaptureFields: Type.Partial(Type.Object(LeadCaptureFields.properties)) }),
  {
    title: 'ChatbotUpdate',
    description: 'Changes of a chatbot. Fields that are left out keep their values.',
    examples: [{ welcomeMessage: 'Hello! What can I do for you?', primaryColor: '#0f766e' }],
  },
);

export const Chatbot = named(
  'Chatbot',
  {
    id: Id,
    publicId: idOf('Public id, for pages'),
    ownerId: idOf('Account of the owner'),
    ...Configuration,
    status: Status,
    pageCount: countOf('Documents read'),
    chunkCount: countOf('Searchable pieces', 180),
    vectorCollection: Type.String({
      description: 'Name of its content in the search index',
      examples: ['chatbot-01931b7e-6f5c-7c3a-9d5e-2f4b8a1c0d3e'],
    }),
    createdAt: Time,
    updatedAt: Time,
  },
  'A chatbot with its configuration and the progress of its sources.',
);

export const ChatbotData = named('ChatbotData', { chatbot: Chatbot }, 'One chatbot.');
export const ListedChatbot = named(
  'ListedChatbot',
  { ...Chatbot.properties, waitingVisitors: countOf('Conversations in which a visitor waits for a human', 1) },
  'A chatbot, and how many of its visitors wait for a human.',
);
export const ChatbotList = named(
  'ChatbotList',
  { chatbots: Type.Array(ListedChatbot) },
  'All chatbots of an account, oldest first.',
);

export const ChatbotProgress = named(
  'ChatbotProgress',
  {
    status: Status,
    pageCount: countOf('Documents read'),
    chunkCount: countOf('Searchable pieces', 180),
    sources: named(
      'SourceCounts',
      {
        pending: countOf('Waiting', 0),
        processing: countOf('Being read', 0),
        done: countOf('Read', 3),
        error: countOf('Failed', 0),
      },
      'Number of sources in each state.',
    ),
  },
  'Progress of the sources of a chatbot.',
);

const WidgetConfiguration = named(
  'WidgetConfiguration',
  {
    name: Configuration.name,
    primaryColor: Configuration.primaryColor,
    theme: Configuration.theme,
    avatarUrl: Configuration.avatarUrl,
    humanHandoffEnabled: Configuration.humanHandoffEnabled,
    welcomeMessage: Configuration.welcomeMessage,
    quickPrompts: Configuration.quickPrompts,
    allowLeadCapture: Configuration.allowLeadCapture,
    leadCaptureFields: Configuration.leadCaptureFields,
  },
  'Public configuration of a chatbot.',
);

export const WidgetConfigurationData = named(
  'WidgetConfigurationData',
  { config: WidgetConfiguration },
  'Configuration that a widget shows.',
);
