/** The entries of the command palette. */
import type { Chatbot } from '../api/types.ts';
import type { IconName } from '../ui/icons.ts';
import { chatbotPath } from './navigation.ts';
import { ACCOUNT_PAGES, CHATBOT_PAGES } from './page-list.ts';

const MAX_SHOWN = 50;

export interface Command {
  readonly href: string;
  readonly title: string;
  /** The chatbot of the page, empty for pages of the account. */
  readonly place: string;
  readonly icon: IconName;
  /** Searched words, in lower case. */
  readonly words: string;
}

/** The pages of the chatbot at hand come first. */
export function commandsOf(chatbots: readonly Chatbot[], currentId: string | null): readonly Command[] {
  const first = chatbots.filter(({ id }) => id === currentId);
  const others = chatbots.filter(({ id }) => id !== currentId);
  const account = ACCOUNT_PAGES.map(({ path, title, icon, keywords }) =>
    command(path, { title, place: '', icon, keywords }),
  );
  const documentation = command('/docs/', {
    title: 'API documentation',
    place: '',
    icon: 'code',
    keywords: 'rest openapi',
  });
  return [...first.flatMap(pagesOf), ...account, ...others.flatMap(pagesOf), documentation];
}

const pagesOf = ({ id, name }: Chatbot): readonly Command[] =>
  CHATBOT_PAGES.map(({ slug, title, icon, keywords }) =>
    command(chatbotPath(id, slug), { title, place: name, icon, keywords }),
  );

type Label = Pick<Command, 'title' | 'place' | 'icon'> & { readonly keywords: string };

const command = (href: string, { title, place, icon, keywords }: Label): Command => ({
  href,
  title,
  place,
  icon,
  words: `${title} ${place} ${keywords}`.toLowerCase(),
});

/** Commands in which every word of the text begins a word. */
export function matching(commands: readonly Command[], text: string): readonly Command[] {
  const asked = text.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = ({ words }: Command) => asked.every((word) => words.startsWith(word) || words.includes(` ${word}`));
  return commands.filter(matches).slice(0, MAX_SHOWN);
}
