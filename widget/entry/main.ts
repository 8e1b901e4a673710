/** `/widget.js`: reads `window.ChatbotConfig` once. */
import { readSiteConfig } from './site-config.ts';
import { Widget } from './widget.ts';

/** For a further script on the page. Returns true when the widget has left. */
const MAKE_ROOM = Symbol.for('chatledger.makeRoom');

type Global = {
  ChatbotConfig?: unknown;
  Chatledger?: { readonly [MAKE_ROOM]?: () => boolean; readonly [name: string]: unknown };
};

function start(): void {
  const page = window as Global;
  const read = readSiteConfig(page.ChatbotConfig);
  if (!read.ok) {
    console.error(`Chatledger: window.ChatbotConfig lacks ${read.missing.join(' and ')}. No chat is shown.`);
    return;
  }
  const widget = new Widget(read.config);
  // A second widget on the page does not take the first one's name.
  if (page.Chatledger?.[MAKE_ROOM]?.() === true) delete page.Chatledger;
  page.Chatledger ??= {
    [MAKE_ROOM]: () => widget.makeRoom(),
    open: () => widget.open(),
    close: () => widget.close(),
    toggle: () => widget.toggle(),
    reset: () => widget.reset(),
    refresh: () => widget.refresh(),
    identify: (details: unknown) => widget.identify(details),
    on: widget.on.bind(widget),
  };
  const begin = () => void widget.start();
  // A script in the head runs before there is a body.
  if (document.body === null) document.addEventListener('DOMContentLoaded', begin, { once: true });
  else begin();
}

start();
