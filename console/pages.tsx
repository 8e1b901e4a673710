/** All pages: the routes, the side navigation and the command palette are made from these lists. */
import type { ComponentType } from 'preact';
import type { Chatbot } from './api/types.ts';
import { ChatbotsPage } from './pages/chatbots/chatbots-page.tsx';
import { START } from './shell/navigation.ts';
import type { IconName } from './ui/icons.ts';

export interface ChatbotPageProps {
  readonly chatbot: Chatbot;
}

export interface ChatbotPage {
  /** Below `/console/chatbots/:id/`. */
  readonly slug: string;
  /** What may follow the slug, such as `/:sessionId?`. */
  readonly rest?: string;
  readonly title: string;
  readonly icon: IconName;
  /** Other words for it, for the command palette. */
  readonly keywords: string;
  readonly component: ComponentType<ChatbotPageProps>;
}

/** In the order of the navigation. On a phone the first four are on the bar. */
export const CHATBOT_PAGES: readonly ChatbotPage[] = [];

interface AccountPage {
  readonly path: string;
  readonly title: string;
  readonly icon: IconName;
  readonly keywords: string;
  readonly component: ComponentType;
}

export const ACCOUNT_PAGES: readonly AccountPage[] = [
  { path: START, title: 'Chatbots', icon: 'chat', keywords: 'list home all', component: ChatbotsPage },
];
