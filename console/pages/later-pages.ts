/** All pages but the first: one chunk, since files compress worse apart. */

// The reader of Markdown comes first: between the pages it would keep them from being compressed by each other, 32 KB apart.
import '../ui/answers/markdown.tsx';


// How the chatbot and the account are set up.
export { AccountPage } from './account/account-page.tsx';
export { ContentPage } from './content/content-page.tsx';
// Conversations, and answers for a test.
export { ConversationsPage } from './conversations/conversations-page.tsx';
export { EmbedPage } from './embed/embed-page.tsx';
export { FirstRunPage } from './first-run/first-run-page.tsx';
export { LeadsPage } from './leads/leads-page.tsx';
export { LookPage } from './look/look-page.tsx';
export { SatisfactionPage } from './satisfaction/satisfaction-page.tsx';
export { SettingsPage } from './settings/settings-page.tsx';
export { TryItPage } from './try-it/try-it-page.tsx';
