/** Messages and sources as the service sends them, checked. */
import { record, text, texts } from '../../entry/public-config.ts';

export interface Source {
  readonly title: string;
  readonly url: string | null;
  readonly snippet: string;
}

export type Feedback = 'positive' | 'negative';

export interface Message {
  /** Empty for a question whose id is not known yet. */
  readonly messageId: string;
  readonly role: 'user' | 'assistant' | 'agent';
  readonly content: string;
  readonly sources: readonly Source[];
  readonly suggestions: readonly string[];
  readonly feedback: Feedback | null;
  readonly createdAt: Date;
}

const MAX_SOURCES = 10;

export function messageOf(data: unknown): Message {
  const given = record(data);
  const time = new Date(text(given.createdAt));
  return {
    messageId: text(given.messageId),
    role: given.role === 'user' || given.role === 'agent' ? given.role : 'assistant',
    content: text(given.content),
    sources: sourcesOf(given.sources),
    suggestions: texts(given.suggestions),
    feedback: feedbackOf(given.feedback),
    createdAt: Number.isNaN(time.getTime()) ? new Date() : time,
  };
}

export function sourcesOf(data: unknown): readonly Source[] {
  const given = Array.isArray(data) ? data.slice(0, MAX_SOURCES).map(record) : [];
  return given.map(({ title, url, snippet }) => ({
    title: text(title),
    url: text(url) || null,
    snippet: text(snippet),
  }));
}

export const feedbackOf = (value: unknown): Feedback | null =>
  value === 'positive' || value === 'negative' ? value : null;

export const messagesOf = (data: unknown): readonly Message[] => (Array.isArray(data) ? data.map(messageOf) : []);
