/** Pages on what the chatbot and its visitors say: one chunk. */
export { ConversationsPage } from './conversations/conversations-page.tsx';
export { LeadsPage } from './leads/leads-page.tsx';
export { SatisfactionPage } from './satisfaction/satisfaction-page.tsx';
export { TryItPage } from './try-it/try-it-page.tsx';
