import type { Conversation, Message } from '../../api/types.ts';
import { ROLES } from '../../ui/words.ts';
import { byTime, type ThreadMark } from './thread-state.ts';
import { nameOf } from './visitor-name.ts';

/** Plain text with times in UTC, for readers in any time zone. Indents messages, so that nobody can forge another's. */
export function transcriptOf(
  conversation: Conversation,
  messages: readonly Message[],
  marks: readonly ThreadMark[],
): string {
  const { lead, startedAt } = conversation;
  const contact = [lead?.name, lead?.email, lead?.phone].filter(Boolean).join(', ');
  const head = [
    `Conversation with ${oneLine(nameOf(conversation))}`,
    `Started ${utc(startedAt)}`,
    ...(contact === '' ? [] : [`Contact: ${oneLine(contact)}`]),
  ];
  const entries = [...messages, ...marks].sort(byTime);
  return `${[head.join('\n'), ...entries.map(paragraphOf)].join('\n\n')}\n`;
}

function paragraphOf(entry: Message | ThreadMark): string {
  const when = utc(entry.createdAt);
  if ('act' in entry) return `${ROLES[entry.role]} ${entry.act}, ${when}`;
  const { role, content, sources, feedback } = entry;
  return [
    `${ROLES[role]}, ${when}${feedback === null ? '' : `, rated ${feedback}`}`,
    ...content.split(/\r\n?|[\n\v\f\u0085\u2028\u2029]/),
    ...sources.map(({ title, url }, index) => `[${index + 1}] ${oneLine(url === null ? title : `${title}: ${url}`)}`),
  ].join('\n  ');
}

const oneLine = (text: string): string => text.replace(/[\s\u0085]+/g, ' ').trim();

const utc = (time: string): string => `${time.slice(0, 10)} ${time.slice(11, 16)} UTC`;
