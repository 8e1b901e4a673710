/** Values that the entry shares with the panel, which is loaded later. */
import type { Emitter } from '../shared/emitter.ts';
import type { readEvents } from '../shared/sse.ts';
import type { ApiClient } from './api-client.ts';
import type { Channel, ChannelEvent } from './channel.ts';
import type { Language } from './language.ts';
import type { LeadData, PublicConfig } from './public-config.ts';
import type { SessionStore } from './session-store.ts';
import type { SiteConfig } from './site-config.ts';

/** Events for the host page. */
export interface WidgetEvents {
  readonly ready: null;
  readonly open: null;
  readonly close: null;
  readonly message: { readonly role: string; readonly content: string };
  readonly lead: LeadData;
  readonly rating: { readonly messageId: string; readonly feedback: string | null };
  readonly handoff: null;
  readonly error: { readonly message: string };
  readonly reset: null;
}

export interface WidgetContext {
  readonly site: SiteConfig;
  readonly api: ApiClient;
  readonly session: SessionStore;
  /** Shared here, so that the parser is not part of the panel too. */
  readonly readEvents: typeof readEvents;
  readonly channel: Channel;
  readonly events: Emitter<WidgetEvents>;
  readonly language: Language;
  /** Cached; requested again only after a failure. */
  readonly config: () => Promise<PublicConfig>;
  readonly identity: () => LeadData;
  /** Within the shadow root; has the language and the direction. */
  readonly container: HTMLElement;
  readonly root: ShadowRoot;
  readonly close: () => void;
  /** Tells the site's owner why the chat cannot be used. */
  readonly tellConsole: (error: unknown) => void;
  readonly addUnread: () => void;
}

export interface Panel {
  /** Reads the page's theme again, which may have changed. */
  open(takesFocus: boolean): void;
  close(): void;
  /** Does nothing when the visitor has written something. */
  prefill(text: string, takesFocus: boolean): void;
  /** @param forgetsDraft also drops the draft, for another visitor */
  reset(forgetsDraft?: boolean): void;
  /** Ends the panel for good. Another continues the question that is being answered. */
  abandon(): void;
  /** Called when the panel is in the page again. */
  onBack(): void;
  refresh(): void;
  onChannelEvent(event: ChannelEvent): void;
  readonly element: HTMLElement;
  /** The label of the bubble while the chat is open. */
  readonly closeLabel: string;
}

export interface PanelPart {
  readonly createPanel: (context: WidgetContext, loadStrings: () => Promise<unknown>) => Promise<Panel>;
}
