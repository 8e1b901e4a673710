/** `/widget.js`: reads `window.ChatbotConfig` once. */
import { page } from '../shared/page.ts';
import { readSiteConfig } from './site-config.ts';
import { Widget } from './widget.ts';

/** For a further script on the page. Returns true when the widget has left. */
const MAKE_ROOM = Symbol.for('chatledger.makeRoom');

type Global = {
  ChatbotConfig?: unknown;
  Chatledger?: { readonly [MAKE_ROOM]?: () => boolean; readonly [name: string]: unknown };
};

function start(): void {
  const global = window as Global;
  const read = readSiteConfig(global.ChatbotConfig);
  if (!read.ok) {
    console.error(`Chatledger: window.ChatbotConfig lacks ${read.missing.join(' and ')}. No chat is shown.`);
    return;
  }
  const widget = new Widget(read.config);
  // An element with this id has the name too, until a value takes its place.
  const taken = Object.hasOwn(global, 'Chatledger') ? global.Chatledger : null;
  // A second widget on the page does not take the first one's name.
  if (taken == null || taken[MAKE_ROOM]?.() === true) {
    global.Chatledger = {
      [MAKE_ROOM]: () => widget.makeRoom(),
      open: (draft?: unknown) => widget.open(draft),
      close: () => widget.close(),
      toggle: () => widget.toggle(),
      reset: () => widget.reset(),
      refresh: () => widget.refresh(),
      identify: (details: unknown) => widget.identify(details),
      on: widget.on.bind(widget),
    };
  }
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
