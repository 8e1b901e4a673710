/** Messages as elements. */
import { h, icon } from '../../shared/dom.ts';
import { MarkdownView } from '../../shared/markdown/markdown-view.ts';
import { ICONS } from '../icons.ts';
import type { Strings } from '../strings.ts';
import type { Message } from './messages.ts';

/** Speaks in the chatbot's place. */
export interface Speaker {
  readonly name: string;
  readonly avatarUrl: string | null;
}

export function avatar({ avatarUrl }: Speaker, className = 'avatar'): HTMLElement {
  const fallback = () => h('span', { class: className, 'aria-hidden': 'true' }, icon(ICONS.bot));
  if (avatarUrl === null) return fallback();
  const image = h('img', { class: className, src: avatarUrl, alt: '', decoding: 'async' });
  image.addEventListener('error', () => image.replaceWith(fallback()), { once: true });
  return image;
}

/** Speakers of one language write times differently: 2:30 PM and 14:30 are both English. The browser says which. */
const localeOf = (language: string): string =>
  navigator.languages.find((tag) => tag.split('-')[0] === language) ?? language;

/** The time of day, with the date when it was another day. */
export function timeOf(date: Date, language: string): HTMLTimeElement {
  const isToday = date.toDateString() === new Date().toDateString();
  const style = isToday ? ({ timeStyle: 'short' } as const) : ({ dateStyle: 'medium', timeStyle: 'short' } as const);
  const format = new Intl.DateTimeFormat(localeOf(language), style);
  return h('time', { datetime: date.toISOString() }, format.format(date));
}

export function userMessage({ content, createdAt }: Message, strings: Strings, language: string): HTMLElement {
  const bubble = h('div', { class: 'bubble', dir: 'auto' }, content);
  return h(
    'div',
    { class: 'message user' },
    h('span', { class: 'hidden' }, `${strings.you}: `),
    bubble,
    h('div', { class: 'meta' }, timeOf(createdAt, language)),
  );
}

/** A message that is marked as a person's. */
export function agentMessage({ content, createdAt }: Message, strings: Strings, language: string): HTMLElement {
  const body = h('div', { class: 'bubble markdown', dir: 'auto' });
  new MarkdownView(body, strings).show(content);
  const mark = h('span', { class: 'mark' }, strings.byPerson);
  const face = h('span', { class: 'avatar person', 'aria-hidden': 'true' }, icon(ICONS.person));
  const meta = h('div', { class: 'meta' }, mark, timeOf(createdAt, language));
  return h('div', { class: 'message bot agent' }, face, h('div', { class: 'column' }, body, meta));
}

export function notice(text: string): HTMLElement {
  return h('div', { class: 'notice' }, text);
}

export function choices(questions: readonly string[], label: string, ask: (question: string) => void): HTMLElement {
  const buttons = questions.map((question) =>
    h('button', { type: 'button', class: 'choice', dir: 'auto', click: () => ask(question) }, question),
  );
  return h('div', { class: 'choices', role: 'group', 'aria-label': label }, ...buttons);
}
