/** The component behind each path. */
import type { ComponentType } from 'preact';
import { inChatbot } from './chatbot-scope.tsx';
import { ChatbotsPage } from './pages/chatbots/chatbots-page.tsx';
import { lazyPage } from './shell/lazy-page.tsx';
import { ACCOUNT, NEW_CHATBOT, START } from './shell/navigation.ts';
import { CHATBOT_PAGES, type ChatbotPageProps, type ChatbotPageSlug } from './shell/page-list.ts';

const laterPages = () => import('./pages/later-pages.ts');

/** Loads the pages before one is opened. A failure shows when one is. */
export const preloadPages = (): Promise<unknown> => laterPages().catch(() => undefined);

const CHATBOT_COMPONENTS: Readonly<Record<ChatbotPageSlug, () => Promise<ComponentType<ChatbotPageProps>>>> = {
  try: async () => (await laterPages()).TryItPage,
  content: async () => (await laterPages()).ContentPage,
  look: async () => (await laterPages()).LookPage,
  conversations: async () => (await laterPages()).ConversationsPage,
  leads: async () => (await laterPages()).LeadsPage,
  satisfaction: async () => (await laterPages()).SatisfactionPage,
  history: async () => (await laterPages()).HistoryPage,
  embed: async () => (await laterPages()).EmbedPage,
  settings: async () => (await laterPages()).SettingsPage,
};

/** Path that may follow the slug. */
const RESTS: Readonly<Partial<Record<ChatbotPageSlug, string>>> = { conversations: '/:conversationId?' };

export const ROUTES: readonly { readonly path: string; readonly component: ComponentType }[] = [
  { path: START, component: ChatbotsPage },
  { path: `${START}/chatbots`, component: ChatbotsPage },
  { path: NEW_CHATBOT, component: lazyPage('New chatbot', async () => (await laterPages()).FirstRunPage) },
  { path: ACCOUNT, component: lazyPage('Account', async () => (await laterPages()).AccountPage) },
  ...CHATBOT_PAGES.map(({ slug, title }) => ({
    path: `${START}/chatbots/:id/${slug}${RESTS[slug] ?? ''}`,
    component: inChatbot(title, lazyPage(title, CHATBOT_COMPONENTS[slug])),
  })),
];
