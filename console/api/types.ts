/** Shapes of the REST interface's answers. `test/console/types.test.ts` holds these to its schemas when types are checked. */

export interface User {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly plan: string;
  readonly createdAt: string;
}

/** Features that the operator has set up. */
export interface ServiceFeatures {
  readonly sendsMail: boolean;
  readonly hasLanguageModel: boolean;
  /** The endpoint's names of the models that answer for each `chatbotModel`. */
  readonly modelNames: Readonly<Record<string, string>>;
}

interface Used {
  readonly used: number;
  readonly limit: number;
}

/** Messages of the current month. */
export interface Usage {
  readonly plan: string;
  /** Such as `2026-11`. */
  readonly month: string;
  readonly messages: Used;
  readonly chatbots: Used;
}

export type ChatbotStatus = 'idle' | 'training' | 'ready' | 'error';

export const THEME_KEYS = [
  'bg',
  'panelBg',
  'headerBg',
  'bubbleBotBg',
  'bubbleBotText',
  'textMuted',
  'border',
  'inputBg',
] as const;

export interface ChatbotConfiguration {
  readonly name: string;
  readonly description: string;
  readonly avatarUrl: string | null;
  readonly primaryColor: string;
  readonly theme: Readonly<Partial<Record<(typeof THEME_KEYS)[number], string>>>;
  readonly welcomeMessage: string;
  readonly quickPrompts: readonly string[];
  readonly chatbotModel: 'gpt-4o-mini' | 'gpt-4o';
  readonly persona: string;
  readonly tone: string;
  readonly systemPrompt: string;
  readonly allowLeadCapture: boolean;
  readonly leadCaptureFields: { readonly name: boolean; readonly email: boolean; readonly phone: boolean };
  readonly humanHandoffEnabled: boolean;
  readonly humanHandoffEmail: string;
  readonly autoRefreshSchedule: 'none' | 'daily' | 'weekly' | 'monthly';
  readonly embedDomains: readonly string[];
}

export interface Chatbot extends ChatbotConfiguration {
  readonly id: string;
  readonly publicId: string;
  readonly status: ChatbotStatus;
  readonly pageCount: number;
  readonly chunkCount: number;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface ListedChatbot extends Chatbot {
  /** Conversations in which a visitor waits for a human. */
  readonly waitingVisitors: number;
}

export type SourceStatus = 'pending' | 'processing' | 'done' | 'error';

export interface ChatbotProgress {
  readonly status: ChatbotStatus;
  readonly pageCount: number;
  readonly chunkCount: number;
  readonly sources: Readonly<Record<SourceStatus, number>>;
}

export interface SkippedUrl {
  readonly url: string;
  readonly reason: string;
}

export interface ReadPageList {
  readonly pages: readonly { readonly title: string; readonly url: string | null; readonly chunkCount: number }[];
  readonly readAt: string | null;
}

export interface DataSource {
  readonly id: string;
  readonly chatbotId: string;
  readonly type: 'url' | 'file' | 'text' | 'youtube';
  readonly sourceUrl: string | null;
  readonly title: string | null;
  readonly isRecursive: boolean;
  readonly fileName: string | null;
  readonly status: SourceStatus;
  readonly pageCount: number;
  readonly chunkCount: number;
  /** Present only while the status is `error`. */
  readonly errorMessage?: string | undefined;
  readonly sitemapUrl: string | null;
  readonly sparseContent: boolean;
  readonly crawlSummary: {
    readonly attempted: number;
    readonly succeeded: number;
    readonly failed: number;
    readonly skipped: number;
    readonly skippedUrls: readonly SkippedUrl[];
  };
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface WidgetKey {
  readonly id: string;
  readonly label: string;
  readonly keyPrefix: string;
  readonly allowedDomains: readonly string[];
  readonly isActive: boolean;
  readonly createdAt: string;
  readonly usageCount: number;
  readonly lastUsedAt: string | null;
}

export interface AnswerSource {
  readonly title: string;
  readonly url: string | null;
  readonly snippet: string;
}

export type Feedback = 'positive' | 'negative';

export interface Message {
  readonly messageId: string;
  readonly sessionId: string;
  readonly conversationId: string;
  readonly role: 'user' | 'assistant' | 'agent';
  readonly content: string;
  readonly sources: readonly AnswerSource[];
  readonly suggestions: readonly string[];
  readonly feedback: Feedback | null;
  readonly createdAt: string;
}

export interface LeadDetails {
  readonly id: string;
  readonly name: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly capturedAt: string;
}

export interface Conversation {
  readonly id: string;
  readonly sessionId: string;
  readonly startedAt: string;
  readonly lastMessageAt: string;
  readonly lastMessage: { readonly role: Message['role']; readonly excerpt: string } | null;
  /** Beginning of the visitor's newest message. */
  readonly lastQuestion: string | null;
  readonly messageCount: number;
  readonly takenOver: boolean;
  readonly handoffRequested: boolean;
  /** Counts while the visitor waits. */
  readonly handoffRequestedAt: string | null;
  readonly lead: LeadDetails | null;
  /** The newest message with the words of a search. */
  readonly match: {
    readonly messageId: string;
    readonly role: Message['role'];
    readonly excerpt: string;
    readonly createdAt: string;
  } | null;
}

export interface Lead extends LeadDetails {
  readonly conversationId: string;
  readonly sessionId: string;
}

export interface Satisfaction {
  readonly positive: number;
  readonly negative: number;
  readonly total: number;
  readonly rate: number | null;
}

export interface SatisfactionOfDay {
  /** A day in UTC. */
  readonly date: string;
  readonly answers: number;
  readonly notFound: number;
  readonly positive: number;
  readonly negative: number;
}

export type UnansweredReason = 'failed' | 'rated_negative' | 'not_found';

export interface UnansweredQuestion {
  readonly messageId: string;
  readonly sessionId: string;
  readonly conversationId: string;
  readonly question: string;
  readonly reason: UnansweredReason;
  readonly askedAt: string;
  readonly answerId: string | null;
}

interface InSession {
  readonly conversationId: string;
  readonly sessionId: string;
}

/** An event of `GET /chatbots/:id/events`. */
export type OwnerEvent =
  | { readonly event: 'message'; readonly data: Message }
  | { readonly event: 'takeover'; readonly data: InSession & { readonly since: string } }
  | { readonly event: 'release'; readonly data: InSession & { readonly releasedAt: string } }
  | { readonly event: 'handoff'; readonly data: InSession & { readonly requestedAt: string } }
  | { readonly event: 'lead'; readonly data: InSession & LeadDetails }
  | {
      readonly event: 'rating';
      readonly data: InSession & { readonly messageId: string; readonly feedback: Feedback | null };
    }
  | { readonly event: 'conversation_deleted'; readonly data: { readonly conversationId: string } }
  | { readonly event: 'source'; readonly data: SourceEventData }
  | { readonly event: 'status'; readonly data: ChatbotProgress };

export interface SourceEventData {
  readonly id: string;
  readonly status: SourceStatus | 'deleted';
  readonly pageCount?: number | undefined;
  readonly chunkCount?: number | undefined;
  readonly errorMessage?: string | undefined;
}
