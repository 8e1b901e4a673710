/** Loads the panel's script and words when they are first needed. */
import type { Panel, PanelPart, WidgetContext } from './context.ts';
import type { Language } from './language.ts';
import { record, text } from './public-config.ts';
import type { SiteConfig } from './site-config.ts';

export interface PanelParts {
  readonly createPanel: (context: WidgetContext) => Promise<Panel>;
  /** Label of the number of unread messages. */
  readonly unreadWords: () => Promise<string>;
}

export function panelParts({ rootUrl, texts }: SiteConfig, { code }: Language): PanelParts {
  /** Added to addresses after a failure. */
  let retry = '';
  /** Waits while the browser is offline. */
  const load = async (name: string): Promise<unknown> => {
    try {
      return await import(`${rootUrl}/widget/${name}.js${retry}`);
    } catch (error) {
      // Firefox before 155 and Safari of that time never request a module again whose address failed once.
      retry = `?retry=${Date.now()}`;
      if (navigator.onLine) throw error;
    }
    await new Promise((resolve) => addEventListener('online', resolve, { once: true }));
    return load(name);
  };
  const loadStrings = () => load(`strings-${code}-${WIDGET_PARTS.strings}`);
  return {
    createPanel: async (context) => {
      const strings = loadStrings();
      // Prevents an unhandled rejection until the panel awaits it.
      strings.catch(() => undefined);
      const { createPanel } = (await load(WIDGET_PARTS.panel)) as PanelPart;
      return createPanel(context, () => strings);
    },
    unreadWords: async () => texts.unread ?? text(record(record(await loadStrings()).strings).unread),
  };
}
