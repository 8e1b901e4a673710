/** The dialog: header, messages, composer. */
import type { Panel, WidgetContext } from '../entry/context.ts';
import type { PublicConfig } from '../entry/public-config.ts';
import type { SessionState } from '../entry/session-store.ts';
import { h, iconButton, sheetOf } from '../shared/dom.ts';
import { page } from '../shared/page.ts';
import { Composer } from './composer.ts';
import { Conversation } from './conversation.ts';
import { keepFocus } from './dialog/focus.ts';
import { themeOf } from './dialog/theme.ts';
import { followViewport } from './dialog/viewport.ts';
import { failureView } from './failures/failure-view.ts';
import { failureOf } from './failures/failures.ts';
import { ICONS } from './icons.ts';
import { type Strings, stringsOf, withOverrides } from './strings.ts';
import { STYLES } from './styles/styles.ts';
import { avatar } from './transcript/message-view.ts';
import { Transcript } from './transcript/transcript.ts';

export async function createPanel(context: WidgetContext, loadStrings: () => Promise<unknown>): Promise<Panel> {
  const strings = withOverrides(stringsOf(await loadStrings()), context.site.texts);
  context.root.adoptedStyleSheets.push(sheetOf(STYLES));
  return new ChatPanel(context, strings);
}

class ChatPanel implements Panel {
  readonly element: HTMLElement;
  readonly #context: WidgetContext;
  readonly closeLabel: string;
  readonly #strings: Strings;
  readonly #title = h('h2', { id: 'title' });
  readonly #subtitle = h('p', { class: 'subtitle' });
  readonly #face = h('div', { class: 'face' });
  readonly #actions = h('div', { class: 'actions' });
  readonly #human: HTMLButtonElement;
  readonly #transcript: Transcript;
  readonly #composer: Composer;
  readonly #footer: HTMLElement;
  #config: PublicConfig | null = null;
  /** The newest request for the configuration. */
  #loading: Promise<PublicConfig> | null = null;
  #conversation: Conversation | null = null;
  /** The session that the visitor can go back to. */
  #former: SessionState | null = null;
  #isOpen = false;
  #isTakenOver = false;
  /** True when a person was there or awaited at the last update. */
  #isLive = false;
  #isAbandoned = false;

  constructor(context: WidgetContext, strings: Strings) {
    this.#context = context;
    this.#strings = strings;
    this.closeLabel = strings.close;
    this.#transcript = new Transcript(strings);
    this.#composer = new Composer({
      strings,
      chatbotId: context.site.chatbotId,
      onSend: (text) => this.#ask(text),
      onStop: () => this.#conversation?.stop(),
      onFocusLost: () => this.#focus(),
    });
    const askHuman = () => void this.#conversation?.requestHuman();
    this.#human = h('button', { type: 'button', class: 'human', hidden: true, click: askHuman }, strings.human);
    // No `header` and `footer`: landmarks of the page are what they would be, beside its own.
    const header = h('div', { class: 'header' }, this.#face, this.#title, this.#subtitle, this.#actions);
    this.#footer = h('div', { class: 'footer' }, this.#human, this.#composer.element);
    const attributes = { class: 'panel', role: 'dialog', 'aria-labelledby': 'title', tabindex: '-1', hidden: true };
    this.element = h('section', attributes, header, this.#transcript.element, this.#footer);
    context.container.append(this.element);
    keepFocus(this.element, context.close);
    followViewport(context.container);
    page.addEventListener('visibilitychange', () => this.#wantChannel());
    this.#isTakenOver = context.session.state.isTakenOver;
    this.#showActions();
    void this.#begin();
  }

  open(takesFocus: boolean): void {
    this.#isOpen = true;
    this.element.hidden = false;
    this.#applyTheme();
    this.#transcript.keepUp();
    if (takesFocus) this.#focus();
    this.#wantChannel();
  }

  close(): void {
    this.#isOpen = false;
    this.element.hidden = true;
    this.#former = null;
    this.#conversation?.forgetFormer();
    this.#wantChannel();
  }

  prefill(text: string, takesFocus: boolean): void {
    if (text === '') return;
    this.#composer.prefill(text);
    if (takesFocus) this.#focus();
  }

  reset(forgetsDraft = false): void {
    if (forgetsDraft) this.#composer.clear();
    this.#former = null;
    this.#conversation?.reset();
    this.#update();
  }

  abandon(): void {
    this.#isAbandoned = true;
    this.#conversation?.abandon();
    this.#conversation = null;
  }

  onBack(): void {
    this.#applyTheme();
    this.#transcript.restorePlace();
  }

  refresh(): void {
    this.#conversation?.abandon();
    this.#conversation = null;
    this.#composer.setBusy(false);
    this.#transcript.clear();
    void this.#begin();
  }

  onChannelEvent(event: Parameters<Panel['onChannelEvent']>[0]): void {
    const before = { isTakenOver: this.#isTakenOver, isLive: this.#isLive };
    if (event.event === 'takeover' || event.event === 'agent_message') this.#isTakenOver = true;
    if (event.event === 'release') this.#isTakenOver = false;
    this.#conversation?.onChannelEvent(event, before);
    this.#update();
  }

  #ask(text: string): void {
    if (this.#conversation === null) this.#composer.restore(text);
    else this.#conversation.ask(text);
  }

  #focus(): void {
    if (this.#footer.hidden || !this.#composer.focus()) this.#transcript.focus();
  }

  async #begin(): Promise<void> {
    const loading = this.#context.config();
    this.#loading = loading;
    try {
      this.#config = await loading;
    } catch (error) {
      if (this.#loading === loading) this.#showSetupFailure(error);
      return;
    }
    if (this.#isAbandoned || this.#loading !== loading) return;
    try {
      await this.#converse(this.#config);
    } catch (error) {
      this.#context.tellConsole(error);
      this.#showSetupFailure(error);
    }
  }

  async #converse(config: PublicConfig): Promise<void> {
    this.#footer.hidden = false;
    const { name, avatarUrl } = config;
    const speaker = { name, avatarUrl: avatarUrl && this.#context.site.rootUrl + avatarUrl };
    this.#face.replaceChildren(avatar(speaker, 'portrait'));
    this.#title.textContent = name;
    this.#applyTheme();
    this.#conversation = new Conversation({
      context: this.#context,
      config,
      strings: this.#strings,
      speaker,
      transcript: this.#transcript,
      composer: () => this.#composer,
      onChange: () => this.#update(),
    });
    this.#update();
    await this.#conversation.begin();
    this.#wantChannel();
  }

  #showSetupFailure(error: unknown): void {
    const { assistant } = this.#strings;
    this.#title.textContent = assistant;
    const failure = failureOf(error);
    const again = () => {
      this.#focus();
      this.#transcript.clear();
      void this.#begin();
    };
    this.#applyTheme();
    // A chat that cannot be used has no field to write into.
    const hadFocus = this.#footer.contains(this.#context.root.activeElement);
    this.#footer.hidden = !failure.canRetry;
    if (hadFocus) this.#focus();
    this.#transcript.add(failureView(failure, this.#strings, again));
    this.#transcript.announce(this.#strings[failure.text]);
  }

  #applyTheme(): void {
    const { container, site } = this.#context;
    const { primaryColor = '', theme = {} } = this.#config ?? {};
    for (const [name, value] of Object.entries(themeOf({ primaryColor, theme }, site.colorScheme))) {
      container.style.setProperty(name, value);
    }
  }

  #showActions(): void {
    const { restart, soundOn, soundOff, close } = this.#strings;
    const { session, site } = this.#context;
    const isOn = session.state.sound ?? site.sound;
    const toggle = () => {
      session.update({ sound: !isOn });
      this.#showActions();
      (this.#actions.children[0] as HTMLElement).focus();
    };
    const again = () => {
      const left = session.reset();
      this.#context.channel.want(false);
      this.#conversation?.reset(true);
      // A second click, on a conversation in which nothing was said, leaves the way back.
      if (left.isBegun) this.#former = left;
      if (this.#former !== null) this.#conversation?.offerFormer(this.#former);
      this.#focus();
      this.#context.events.emit('reset', null);
    };
    this.#actions.replaceChildren(
      iconButton('tool', isOn ? soundOff : soundOn, isOn ? ICONS.soundOn : ICONS.soundOff, toggle),
      iconButton('tool', restart, ICONS.restart, again),
      iconButton('tool', close, ICONS.close, this.#context.close),
    );
  }

  #update(): void {
    const { session } = this.#context;
    this.#isTakenOver = session.state.isTakenOver;
    this.#isLive = session.isLive;
    this.#subtitle.textContent = this.#subtitleText();
    this.#subtitle.classList.toggle('is-live', this.#isLive);
    this.#human.hidden = this.#config?.humanHandoffEnabled !== true || this.#isLive;
    this.#wantChannel();
  }

  #subtitleText(): string {
    const { assistant, person, waiting } = this.#strings;
    if (this.#isTakenOver) return person;
    return this.#isLive ? waiting : assistant;
  }

  /** Opens the channel while a person answers or is awaited, and while the visitor looks at a conversation that a person may join. */
  #wantChannel(): void {
    const { session, channel } = this.#context;
    const isLookedAt = this.#isOpen && session.state.isBegun && page.visibilityState === 'visible';
    channel.want(session.isLive || (isLookedAt && this.#conversation !== null));
  }
}
