/** The widget of a page: the bubble at once, everything else on the first click. */
import { Emitter } from '../shared/emitter.ts';
import { page } from '../shared/page.ts';
import { readEvents } from '../shared/sse.ts';
import { remember } from '../shared/tab-memory.ts';
import { ApiClient } from './api-client.ts';
import { Channel, type ChannelEvent, SYNC } from './channel.ts';
import type { Panel, WidgetContext, WidgetEvents } from './context.ts';
import { chooseLanguage, type Language } from './language.ts';
import { Launcher } from './launcher.ts';
import { type PanelParts, panelParts } from './panel-parts.ts';
import { LEAD_FIELDS, type LeadData, type PublicConfig, record, text } from './public-config.ts';
import { SessionStore } from './session-store.ts';
import { setupAdvice } from './setup-advice.ts';
import type { SiteConfig } from './site-config.ts';
import { staysOpen } from './stays-open.ts';

/** Time after which the bubble appears in the default colour, without the service's answer. */
const SHOW_AFTER_MS = 3_000;
/** Phones soon suspend hidden pages, and mobile networks drop their connections. */
const MAY_SLEEP_AFTER_MS = 20_000;

export class Widget {
  readonly #site: SiteConfig;
  readonly #api: ApiClient;
  readonly #session: SessionStore;
  readonly #channel: Channel;
  readonly #events = new Emitter<WidgetEvents>();
  readonly #language: Language;
  readonly #parts: PanelParts;
  #launcher: Launcher;
  #config: Promise<PublicConfig> | null = null;
  #panel: Promise<Panel> | null = null;
  /** The loaded panel. */
  #loaded: Panel | null = null;
  #identity: LeadData = {};
  #isOpen = false;
  #isReady = false;
  #isRebuilt = false;
  /** Draft for the panel that is being loaded. */
  #draft = '';
  /** Focus returns here when the dialog closes. */
  #returnTo: HTMLElement | null = null;

  constructor(site: SiteConfig) {
    this.#site = site;
    this.#api = new ApiClient(site);
    this.#session = new SessionStore(site.chatbotId);
    this.#language = chooseLanguage(site.language);
    this.#parts = panelParts(site, this.#language);
    this.#launcher = this.#newLauncher();
    const onEvent = (event: ChannelEvent) => this.#onChannelEvent(event);
    this.#channel = new Channel({ api: this.#api, session: this.#session, chatbotId: site.chatbotId, onEvent });
    this.#followTabs();
  }

  async start(): Promise<void> {
    await this.#appear();
    if (staysOpen(this.#site.chatbotId)) {
      this.#isOpen = true;
      void this.#show(false);
    }
    // An agent may be writing while the visitor changes pages.
    if (this.#session.isLive) this.#channel.want(true);
    this.#isReady = true;
    this.#events.emit('ready', null);
  }

  /** Called when the page loads another widget. Leaves if this one is left over from a page that wrote itself anew. */
  makeRoom(): boolean {
    const isLeftOver = this.#isRebuilt || this.#launcher.isErased;
    if (!isLeftOver) return false;
    this.#loaded?.abandon();
    this.#launcher.detach();
    this.#channel.want(false);
    return true;
  }

  async #appear(): Promise<void> {
    this.#launcher.attach(
      () => this.#rebuild(),
      () => this.#loaded?.onBack(),
    );
    const late = setTimeout(() => this.#launcher.show(''), SHOW_AFTER_MS);
    const config = await this.#loadConfig().catch((error: unknown) => {
      // Tells the owner of the site; the panel tells visitors.
      const advice = setupAdvice(error, this.#site.apiUrl);
      console.warn(`Chatledger: the chatbot's configuration could not be read (${String(error)}). ${advice}`);
      return null;
    });
    clearTimeout(late);
    this.#launcher.show(config?.primaryColor ?? '');
  }

  /** Rebuilds bubble and panel after the page wrote itself anew, which erased all listeners. */
  #rebuild(): void {
    this.#loaded?.abandon();
    this.#panel = null;
    this.#loaded = null;
    this.#returnTo = null;
    this.#isRebuilt = true;
    this.#followTabs();
    this.#launcher = this.#newLauncher();
    void this.#appear();
    if (this.#isOpen) void this.#show(true);
  }

  #newLauncher(): Launcher {
    return new Launcher(this.#language, this.#site, () => this.toggle());
  }

  #followTabs(): void {
    this.#session.onReset(() => {
      this.#loaded?.reset();
      if (this.#session.state.isBegun) this.#onChannelEvent(SYNC);
    });
    let hiddenAt = Number.POSITIVE_INFINITY;
    page.addEventListener('visibilitychange', () => {
      if (page.visibilityState === 'visible') this.#channel.takeOver(Date.now() - hiddenAt > MAY_SLEEP_AFTER_MS);
      else hiddenAt = Date.now();
    });
    // The back/forward cache kept this page while the conversation may have gone on elsewhere.
    addEventListener('pagehide', () => this.#channel.setAway(true));
    addEventListener('pageshow', ({ persisted }) => {
      if (!persisted) return;
      this.#channel.setAway(false);
      if (this.#session.state.isBegun) this.#onChannelEvent(SYNC);
    });
  }

  /** @param draft text for an empty field; an event when used as a listener */
  open(draft?: unknown): void {
    this.#draft = text(draft);
    if (this.#isOpen) {
      if (this.#loaded?.element.hidden === false) this.#prefill(this.#loaded, true);
      return;
    }
    this.#isOpen = true;
    remember(this.#site.chatbotId, 'open', 'yes');
    this.#returnTo = focused();
    void this.#show(true);
  }

  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    remember(this.#site.chatbotId, 'open', '');
    this.#launcher.setLoading(false);
    this.#launcher.setClosed();
    if (this.#loaded === null) return;
    const hadFocus = this.#loaded.element.contains(this.#launcher.root.activeElement);
    this.#loaded.close();
    if (hadFocus) this.#giveFocusBack();
    this.#events.emit('close', null);
  }

  toggle(): void {
    if (this.#isOpen) this.close();
    else this.open();
  }

  /** Begins a new session. */
  reset(): void {
    this.#session.reset();
    this.#channel.want(false);
    remember(this.#site.chatbotId, 'draft', '');
    this.#loaded?.reset(true);
    this.#events.emit('reset', null);
  }

  /** Reads the configuration again. Rejects when it cannot be read. */
  async refresh(): Promise<void> {
    this.#config = null;
    const { primaryColor } = await this.#loadConfig();
    this.#launcher.show(primaryColor);
    this.#loaded?.refresh();
  }

  identify(details: unknown): void {
    const given = record(details);
    const known = LEAD_FIELDS.map((field) => [field, text(given[field]).trim().slice(0, 500)] as const);
    this.#identity = Object.fromEntries(known.filter(([, value]) => value !== ''));
  }

  on<Name extends keyof WidgetEvents>(name: Name, handler: (data: WidgetEvents[Name]) => void): () => void {
    const off = this.#events.on(name, handler);
    if (name === 'ready' && this.#isReady) handler(null as WidgetEvents[Name]);
    return off;
  }

  async #show(takesFocus: boolean): Promise<void> {
    const launcher = this.#launcher;
    const before = focused();
    launcher.setLoading(true);
    // The context belongs to this bubble, which may be rebuilt meanwhile.
    this.#panel ??= this.#parts.createPanel(this.#context());
    const loading = this.#panel;
    try {
      const panel = await loading;
      if (this.#panel !== loading) {
        panel.abandon();
        return;
      }
      this.#loaded = panel;
    } catch (error) {
      if (this.#panel !== loading) return;
      this.#panel = null;
      this.#isOpen = false;
      console.warn(`Chatledger: the chat could not be loaded (${String(error)})`);
      this.#events.emit('error', { message: String(error) });
    }
    launcher.setLoading(false);
    // Closed meanwhile, or opened by a click before this one.
    if (!this.#isOpen || this.#loaded?.element.hidden !== true) return;
    launcher.setOpen(this.#loaded.closeLabel);
    // On a slow network, the visitor may write elsewhere by now.
    this.#loaded.open(takesFocus && focused() === before);
    this.#prefill(this.#loaded, false);
    this.#events.emit('open', null);
  }

  /** Once, so that a panel built later does not get a sent text. */
  #prefill(panel: Panel, takesFocus: boolean): void {
    panel.prefill(this.#draft, takesFocus);
    this.#draft = '';
  }

  #addUnread(): void {
    if (this.#isOpen) return;
    this.#launcher.addUnread(() => this.#parts.unreadWords());
  }

  #context(): WidgetContext {
    return {
      site: this.#site,
      api: this.#api,
      session: this.#session,
      readEvents,
      channel: this.#channel,
      events: this.#events,
      language: this.#language,
      config: () => this.#loadConfig(),
      identity: () => this.#identity,
      container: this.#launcher.container,
      root: this.#launcher.root,
      close: () => this.close(),
      tellConsole: (error) => console.error(`Chatledger: the chat does not work on this page (${String(error)})`),
      addUnread: () => this.#addUnread(),
    };
  }

  /** Requests it once, and again only after a failure. */
  #loadConfig(): Promise<PublicConfig> {
    this.#config ??= this.#api.config().catch((error: unknown) => {
      this.#config = null;
      throw error;
    });
    return this.#config;
  }

  #onChannelEvent(event: ChannelEvent): void {
    if (event.event === 'takeover' || event.event === 'agent_message') this.#session.goLive(true);
    const isOver = event.event === 'release' || event.event === 'conversation_deleted';
    if (isOver) this.#session.endLive();
    if (event.event === 'agent_message') this.#addUnread();
    this.#loaded?.onChannelEvent(event);
    if (isOver && !this.#isOpen) this.#channel.want(false);
  }

  #giveFocusBack(): void {
    const to = this.#returnTo;
    if (to?.isConnected === true && to !== page.body) to.focus();
    else this.#launcher.button.focus();
  }
}

/** Returns null when the focus is in the widget or nowhere. */
function focused(): HTMLElement | null {
  const active = page.activeElement;
  return active instanceof HTMLElement && active.shadowRoot === null ? active : null;
}
