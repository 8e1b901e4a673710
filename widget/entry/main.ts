/** `/widget.js`: reads `window.ChatbotConfig` once. */
import { page } from '../shared/page.ts';
import { publish } from './page-interface.ts';
import { readSiteConfig } from './site-config.ts';
import { Widget } from './widget.ts';

function start(): void {
  const read = readSiteConfig((window as { ChatbotConfig?: unknown }).ChatbotConfig);
  if (!read.ok) {
    console.error(`Chatledger: window.ChatbotConfig lacks ${read.missing.join(' and ')}. No chat is shown.`);
    return;
  }
  const widget = new Widget(read.config);
  publish(widget);
  const begin = () => void widget.start().catch(tellFailure);
  // A script in the head runs before the body exists.
  if (page.body === null) page.addEventListener('DOMContentLoaded', begin, { once: true });
  else begin();
}

/** Logs why there is no chat: a page may have replaced built-ins. */
function tellFailure(error: unknown): void {
  console.error(`Chatledger: the chat cannot start on this page (${String(error)})`);
}

try {
  start();
} catch (error) {
  tellFailure(error);
}
