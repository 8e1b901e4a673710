/** All pages but the first: one chunk, since files compress worse apart. */
// biome-ignore-all assist/source/organizeImports: gzip looks back 32 KB, so the order counts. It was found by trying.

// The reader of Markdown comes first: between the pages it would keep them from being compressed by each other.
import '../ui/answers/markdown.tsx';

export { TryItPage } from './try-it/try-it-page.tsx';
export { LookPage } from './look/look-page.tsx';
export { SettingsPage } from './settings/settings-page.tsx';
export { EmbedPage } from './embed/embed-page.tsx';
export { FirstRunPage } from './first-run/first-run-page.tsx';
export { AccountPage } from './account/account-page.tsx';
export { HistoryPage } from './history/history-page.tsx';
export { ContentPage } from './content/content-page.tsx';
export { SatisfactionPage } from './satisfaction/satisfaction-page.tsx';
export { ConversationsPage } from './conversations/conversations-page.tsx';
export { LeadsPage } from './leads/leads-page.tsx';
