import type { Message } from '../../projections/messages/queries.ts';
import { cutText } from '../../text/cut-text.ts';
import { escapeHtml } from './escape-html.ts';
import { mailPage } from './mail-page.ts';

interface HandoffMail {
  readonly chatbotName: string;
  readonly link: string;
  /** Name, address and number, as far as the visitor left them. */
  readonly contact: readonly string[];
  /** The end of the conversation, oldest first. */
  readonly messages: readonly Pick<Message, 'role' | 'content' | 'createdAt'>[];
}

/** Characters of one message. */
const MAX_CONTENT = 2_000;
const QUOTE = 'margin:0 0 16px;padding-inline-start:12px;border-inline-start:3px solid #c8ced8';
/** An answer has five sources at most. A mail has no list to which their numbers lead. */
const CITATION = / ?\[[1-5]\](?!\()/g;
const SPEAKERS = { user: 'Visitor', assistant: 'Chatbot', agent: 'Agent' } as const;

export function handoffMail({ chatbotName, link, contact, messages }: HandoffMail): {
  subject: string;
  text: string;
  html: string;
} {
  const intro = `A visitor of ${oneLine(chatbotName)} asks for a human.`;
  const said = messages.map(({ role, content, createdAt }) => {
    const shown = shortened(role === 'assistant' ? content.replace(CITATION, '') : content);
    return { speaker: SPEAKERS[role], at: createdAt.replace('T', ' ').slice(0, 16), content: shown };
  });
  const contacts = contact.length === 0 ? [] : [`Contact: ${oneLine(contact.join(', '))}`];
  const text = [
    intro,
    ...contacts,
    `Answer here: ${link}`,
    ...said.map(({ speaker, at, content }) => `${speaker} (${at} UTC):\n${quoted(content)}`),
  ].join('\n\n');
  const quotes = said.map(
    ({ speaker, at, content }) =>
      `<div style="${QUOTE}"><strong>${speaker}</strong> <small>${at} UTC</small><div dir="auto">${escapeHtml(content).replaceAll('\n', '<br>')}</div></div>`,
  );
  const rest = [...contacts.map((line) => `<p>${escapeHtml(line)}</p>`), ...quotes].join('\n');
  const html = mailPage({ intro, action: { label: 'Answer the visitor', link }, rest });
  return { subject: `A visitor asks for a human: ${oneLine(chatbotName)}`, text, html };
}

const oneLine = (text: string): string => text.replace(/[\s\u0085]+/g, ' ').trim();
/** Each line is marked, so that a visitor cannot write one that seems to be ours, such as another link to answer at. */
const quoted = (text: string): string => `> ${text.replace(/\r\n?|[\n\v\f\u0085\u2028\u2029]/g, '\n> ')}`;
const shortened = (text: string): string => (text.length > MAX_CONTENT ? `${cutText(text, MAX_CONTENT)}…` : text);
