/** Pages on how the chatbot and the account are set up: one chunk. */
export { AccountPage } from './account/account-page.tsx';
export { ContentPage } from './content/content-page.tsx';
export { EmbedPage } from './embed/embed-page.tsx';
export { FirstRunPage } from './first-run/first-run-page.tsx';
export { LookPage } from './look/look-page.tsx';
export { SettingsPage } from './settings/settings-page.tsx';
