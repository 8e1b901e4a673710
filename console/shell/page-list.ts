/** All pages without their code, for navigation and command palette. */
import type { Chatbot } from '../api/types.ts';
import type { IconName } from '../ui/icons.ts';
import { ACCOUNT, NEW_CHATBOT, START } from './navigation.ts';

export interface ChatbotPageProps {
  readonly chatbot: Chatbot;
}

interface ListedPage {
  readonly title: string;
  readonly icon: IconName;
  /** Other words for the command palette. */
  readonly keywords: string;
}

interface ListedChatbotPage extends ListedPage {
  /** Below `/console/chatbots/:id/`. */
  readonly slug: string;
}

/** Pages in the order of the navigation. A phone's bar has the first four. */
export const CHATBOT_PAGES = [
  { slug: 'try', title: 'Try it', icon: 'chat', keywords: 'test chat ask question answer why' },
  {
    slug: 'content',
    title: 'Content',
    icon: 'book',
    keywords: 'sources website files text youtube upload crawl refresh',
  },
  { slug: 'look', title: 'Look', icon: 'brush', keywords: 'colours theme avatar welcome preview widget design' },
  {
    slug: 'conversations',
    title: 'Conversations',
    icon: 'inbox',
    keywords: 'messages visitors inbox takeover human agent handoff',
  },
  { slug: 'leads', title: 'Leads', icon: 'people', keywords: 'contacts email phone csv export' },
  {
    slug: 'satisfaction',
    title: 'Satisfaction',
    icon: 'thumb',
    keywords: 'ratings unanswered questions rate feedback missing content',
  },
  { slug: 'history', title: 'History', icon: 'clock', keywords: 'audit log changes events' },
  { slug: 'embed', title: 'Embed', icon: 'code', keywords: 'key snippet domains website script' },
  {
    slug: 'settings',
    title: 'Settings',
    icon: 'sliders',
    keywords: 'model prompt leads handoff schedule name delete',
  },
] as const satisfies readonly ListedChatbotPage[];

export type ChatbotPageSlug = (typeof CHATBOT_PAGES)[number]['slug'];

export const [{ slug: FIRST_PAGE }] = CHATBOT_PAGES;

export const ACCOUNT_PAGES = [
  { path: START, title: 'Chatbots', icon: 'chat', keywords: 'list' },
  { path: NEW_CHATBOT, title: 'New chatbot', icon: 'plus', keywords: 'create add' },
  { path: ACCOUNT, title: 'Account', icon: 'person', keywords: 'password name usage plan delete' },
] as const satisfies readonly (ListedPage & { readonly path: string })[];
