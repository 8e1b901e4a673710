import type { Conversation, Message } from '../../api/types.ts';
import { nameOf } from './visitor-name.ts';

const AUTHORS = { user: 'Visitor', assistant: 'Chatbot', agent: 'Agent' } as const;

/** As plain text, with times in UTC: it may be read in another time zone. */
export function transcriptOf(conversation: Conversation, messages: readonly Message[]): string {
  const { lead, startedAt } = conversation;
  const contact = [lead?.name, lead?.email, lead?.phone].filter(Boolean).join(', ');
  const head = [
    `Conversation with ${nameOf(conversation)}`,
    `Started ${utc(startedAt)}`,
    ...(contact === '' ? [] : [`Contact: ${contact}`]),
  ];
  const said = messages.map(({ role, content, sources, feedback, createdAt }) =>
    [
      `${AUTHORS[role]}, ${utc(createdAt)}${feedback === null ? '' : `, rated ${feedback}`}`,
      content,
      ...sources.map(({ title, url }, index) => `[${index + 1}] ${url === null ? title : `${title}: ${url}`}`),
    ].join('\n'),
  );
  return `${[head.join('\n'), ...said].join('\n\n')}\n`;
}

const utc = (time: string): string => `${time.slice(0, 10)} ${time.slice(11, 16)} UTC`;
