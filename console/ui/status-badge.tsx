import type { ChatbotStatus } from '../api/types.ts';
import { Badge, type Tone } from './badge.tsx';

const WORDS: Readonly<Record<ChatbotStatus, { readonly tone: Tone; readonly word: string }>> = {
  idle: { tone: 'neutral', word: 'No content yet' },
  training: { tone: 'busy', word: 'Reading' },
  ready: { tone: 'good', word: 'Ready' },
  error: { tone: 'bad', word: 'Not readable' },
};

export function StatusBadge({ status }: { readonly status: ChatbotStatus }) {
  const { tone, word } = WORDS[status];
  return <Badge tone={tone}>{word}</Badge>;
}
