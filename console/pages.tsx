/** All pages: the routes, the side navigation and the command palette are made from these lists. */
import type { ComponentType } from 'preact';
import type { Chatbot } from './api/types.ts';
import { ChatbotsPage } from './pages/chatbots/chatbots-page.tsx';
import { lazyPage } from './shell/lazy-page.tsx';
import { ACCOUNT, NEW_CHATBOT, START } from './shell/navigation.ts';
import type { IconName } from './ui/icons.ts';

export interface ChatbotPageProps {
  readonly chatbot: Chatbot;
}

export interface ChatbotPage {
  /** Below `/console/chatbots/:id/`. */
  readonly slug: string;
  /** The pattern of what may follow the slug, such as `/:sessionId?`. */
  readonly rest?: string;
  readonly title: string;
  readonly icon: IconName;
  /** Other words for it, for the command palette. */
  readonly keywords: string;
  readonly component: ComponentType<ChatbotPageProps>;
}

const laterPages = () => import('./pages/later-pages.ts');

/** Loads the pages before one is opened. A failure shows when one is. */
export const preloadPages = (): Promise<unknown> => laterPages().catch(() => undefined);

/** Pages in the order of the navigation. On a phone the first four are on the bar. */
export const CHATBOT_PAGES: readonly ChatbotPage[] = [
  {
    slug: 'try',
    title: 'Try it',
    icon: 'chat',
    keywords: 'test chat ask question answer why',
    component: lazyPage(async () => (await laterPages()).TryItPage),
  },
  {
    slug: 'content',
    title: 'Content',
    icon: 'book',
    keywords: 'sources website files text youtube upload crawl refresh',
    component: lazyPage(async () => (await laterPages()).ContentPage),
  },
  {
    slug: 'look',
    title: 'Look',
    icon: 'brush',
    keywords: 'colours theme avatar welcome preview widget design',
    component: lazyPage(async () => (await laterPages()).LookPage),
  },
  {
    slug: 'conversations',
    rest: '/:conversationId?',
    title: 'Conversations',
    icon: 'inbox',
    keywords: 'messages visitors inbox takeover human agent handoff',
    component: lazyPage(async () => (await laterPages()).ConversationsPage),
  },
  {
    slug: 'leads',
    title: 'Leads',
    icon: 'people',
    keywords: 'contacts email e-mail phone csv export',
    component: lazyPage(async () => (await laterPages()).LeadsPage),
  },
  {
    slug: 'satisfaction',
    title: 'Satisfaction',
    icon: 'thumb',
    keywords: 'ratings unanswered questions rate feedback missing content',
    component: lazyPage(async () => (await laterPages()).SatisfactionPage),
  },
  {
    slug: 'embed',
    title: 'Embed',
    icon: 'code',
    keywords: 'key snippet domains website script install',
    component: lazyPage(async () => (await laterPages()).EmbedPage),
  },
  {
    slug: 'settings',
    title: 'Settings',
    icon: 'sliders',
    keywords: 'model prompt leads handoff schedule name delete',
    component: lazyPage(async () => (await laterPages()).SettingsPage),
  },
];

interface AccountPage {
  readonly path: string;
  readonly title: string;
  readonly icon: IconName;
  readonly keywords: string;
  readonly component: ComponentType;
}

export const ACCOUNT_PAGES: readonly AccountPage[] = [
  { path: START, title: 'Chatbots', icon: 'chat', keywords: 'list home all', component: ChatbotsPage },
  {
    path: NEW_CHATBOT,
    title: 'New chatbot',
    icon: 'plus',
    keywords: 'create add first',
    component: lazyPage(async () => (await laterPages()).FirstRunPage),
  },
  {
    path: ACCOUNT,
    title: 'Account',
    icon: 'person',
    keywords: 'password name usage plan delete',
    component: lazyPage(async () => (await laterPages()).AccountPage),
  },
];
