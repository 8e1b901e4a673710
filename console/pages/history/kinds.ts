/** Kinds of events, as an owner looks for them. */

const SETTINGS = ['ChatbotCreated', 'ChatbotConfigured', 'ImageStored'];
const KEYS = ['WidgetKeyGenerated', 'WidgetKeyRevoked'];
const CONTENT = ['DataSourceAdded', 'DataSourceDeleted', 'IngestionCompleted', 'IngestionFailed'];
const DELETIONS = ['ConversationErased', 'LeadDeleted'];

export const KINDS = [
  { value: 'changes', label: 'Changes', types: [...SETTINGS, ...KEYS, ...CONTENT, ...DELETIONS] },
  { value: 'settings', label: 'Settings and look', types: SETTINGS },
  { value: 'content', label: 'Content', types: CONTENT },
  { value: 'keys', label: 'Keys', types: KEYS },
  {
    value: 'messages',
    label: 'Questions and answers',
    types: ['ConversationStarted', 'QuestionAsked', 'AnswerGiven', 'AnswerFailed', 'AgentMessageSent', 'MessageRated'],
  },
  {
    value: 'people',
    label: 'Takeovers and leads',
    types: ['HandoffRequested', 'SessionTakenOver', 'SessionReleased', 'LeadCaptured', ...DELETIONS],
  },
  { value: 'all', label: 'Everything', types: [] },
] as const;
