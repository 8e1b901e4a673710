/** Creates a chatbot with its first source, and with looks and words for its website. */
import { chatbotRoot } from '../../api/chatbot-root.ts';
import { CHATBOTS, replaceChatbot } from '../../api/chatbots.ts';
import { api } from '../../api/client.ts';
import { refetchAll } from '../../api/query.ts';
import type { Chatbot } from '../../api/types.ts';
import { domainsOf, nameOf } from '../content/addresses.ts';
import type { NewSource } from '../content/source-forms.tsx';
import { sourcesPath } from '../content/use-sources.ts';

/** White text is readable on each. */
const COLOURS = ['#2563eb', '#0f766e', '#7c3aed', '#be185d', '#b45309', '#15803d', '#4338ca', '#0e7490'] as const;
const UNNAMED = 'My chatbot';

interface Look {
  readonly name: string;
  readonly primaryColor: string;
  readonly welcomeMessage: string;
  readonly embedDomains: readonly string[];
}

function lookOf(website: URL | null): Look {
  const name = (website === null ? '' : nameOf(website)) || UNNAMED;
  const about = name === UNNAMED ? 'us' : `**${name}**`;
  return {
    name,
    primaryColor: colourOf(website?.hostname ?? ''),
    welcomeMessage: `Hello! Ask me anything about ${about}.`,
    embedDomains: website === null ? [] : domainsOf(website),
  };
}

/** The same website gets the same colour. */
function colourOf(hostname: string): string {
  const sum = [...hostname].reduce((total, letter) => (total * 31 + letter.charCodeAt(0)) % 9973, 0);
  return COLOURS[hostname === '' ? 0 : sum % COLOURS.length] ?? COLOURS[0];
}

/** A chatbot that suggests no questions yet suggests some that its content answers. */
export async function suggestQuestions({ id, quickPrompts }: Chatbot): Promise<void> {
  if (quickPrompts.length > 0) return;
  const path = chatbotRoot(id);
  const message = 'What can you help me with?';
  const { suggestions } = await api.post<{ suggestions: readonly string[] }>(`${path}/chat`, { message });
  // The service repeats a question only where it has none from the content, as for content in other languages.
  if (suggestions.includes(message)) return;
  const { chatbot } = await api.patch<{ chatbot: Chatbot }>(path, { quickPrompts: suggestions });
  replaceChatbot(chatbot);
}

/** One first run. A repeat uses what an earlier try created, so that failures leave nothing twice. */
export class FirstRun {
  #chatbot: Chatbot | null = null;

  /** @returns the chatbot's id */
  async addSource(source: NewSource): Promise<string> {
    const { id } = await this.chatbotFor(source.type === 'url' ? new URL(source.sourceUrl) : null);
    await api.post(sourcesPath(id), source);
    await refetchAll(CHATBOTS);
    return id;
  }

  async chatbotFor(website: URL | null): Promise<Chatbot> {
    const { name, ...look } = lookOf(website);
    this.#chatbot ??= (await api.post<{ chatbot: Chatbot }>(CHATBOTS, { name })).chatbot;
    const path = chatbotRoot(this.#chatbot.id);
    const { chatbot } = await api.patch<{ chatbot: Chatbot }>(path, { name, ...look });
    return chatbot;
  }
}
