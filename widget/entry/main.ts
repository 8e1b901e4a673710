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
  // A script in the head runs before there is a body.
  if (page.body === null) page.addEventListener('DOMContentLoaded', begin, { once: true });
  else begin();
}

/** A page may have replaced what browsers have. Its own scripts go on, and whoever looks for the chat reads why there is none. */
function tellFailure(error: unknown): void {
  console.error(`Chatledger: the chat cannot start on this page (${String(error)})`);
}

try {
  start();
} catch (error) {
  tellFailure(error);
}
