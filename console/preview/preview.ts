/** Runs before `/widget.js` in the preview of Look, and gives the widget a configuration and an API in memory. */
import { answerFromMemory, setConfig } from './memory-api.ts';
import { isPreviewMessage } from './message.ts';

interface WidgetGlobal {
  ChatbotConfig?: object;
  Chatledger?: {
    open(): void;
    refresh(): Promise<void>;
    on(event: 'ready' | 'open', handler: () => void): void;
  };
}

const page = window as WidgetGlobal;
page.ChatbotConfig = { chatbotId: 'preview', apiKey: 'preview', apiUrl: '/api' };
window.fetch = answerFromMemory;
// Without storage, the widget does not touch the console's.
for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, { value: undefined });

// Keeps an opened chat from taking the focus from the form beside the frame.
const { focus } = HTMLElement.prototype;
HTMLElement.prototype.focus = function focusWithinFrame(options) {
  if (document.hasFocus()) focus.call(this, options);
};

// An open chat would trap Tab, which walks through the console.
addEventListener('keydown', (event) => event.key === 'Tab' && event.stopPropagation(), true);

let isShown = false;
addEventListener('message', ({ source, origin, data }: MessageEvent<unknown>) => {
  if (source !== parent || origin !== location.origin || !isPreviewMessage(data)) return;
  document.documentElement.dataset.page = data.page;
  setConfig(data.config);
  if (isShown) void page.Chatledger?.refresh();
});
addEventListener('load', () => {
  page.Chatledger?.on('ready', () => page.Chatledger?.open());
  page.Chatledger?.on('open', () => {
    // The look may have changed while the chat was loading.
    if (!isShown) void page.Chatledger?.refresh();
    isShown = true;
  });
  parent.postMessage('ready', location.origin);
});
