/** Asks for contact details when the chatbot wants them, and sends new ones with the next question. */
import type { WidgetContext } from '../../entry/context.ts';
import type { LeadData, PublicConfig } from '../../entry/public-config.ts';
import type { Composer } from '../composer.ts';
import { type Strings, thanksTo } from '../strings.ts';
import { notice } from '../transcript/message-view.ts';
import type { Transcript } from '../transcript/transcript.ts';
import { LeadForm } from './lead-form.ts';

interface LeadCaptureDeps {
  readonly context: WidgetContext;
  readonly config: PublicConfig;
  readonly strings: Strings;
  readonly transcript: Transcript;
  readonly composer: () => Composer;
  /** Called before the form is removed. */
  readonly onHidden: (form: HTMLElement) => void;
}

export class LeadCapture {
  readonly #deps: LeadCaptureDeps;
  #form: LeadForm | null = null;
  #details: LeadData = {};
  /** JSON of the details that were sent last. */
  #sent = '';

  constructor(deps: LeadCaptureDeps) {
    this.#deps = deps;
  }

  get isOpen(): boolean {
    return this.#form !== null;
  }

  get isWanted(): boolean {
    const { config, context } = this.#deps;
    if (!config.allowLeadCapture || context.session.state.leadSettled || context.session.state.isTakenOver)
      return false;
    const known = context.identity();
    return config.leadFields.some((field) => known[field] === undefined);
  }

  /**
   * @param question waits for the details
   * @param onSettled called once they were given or skipped, unless the session was reset
   */
  ask(question: string, onSettled: () => void): void {
    const { strings, config, context, transcript, composer } = this.#deps;
    const { sessionId } = context.session.state;
    const onEnd = (details: LeadData | null) => {
      this.#deps.onHidden(form.element);
      form.element.remove();
      this.#form = null;
      if (context.session.state.sessionId !== sessionId) return;
      context.session.update({ leadSettled: true });
      if (details !== null) {
        this.#details = details;
        transcript.add(notice(thanksTo(details.name, strings)));
        context.events.emit('lead', details);
      }
      onSettled();
    };
    const form = new LeadForm({ strings, fields: config.leadFields, known: context.identity(), onEnd });
    this.#form = form;
    composer().setBusy(true, question);
    transcript.add(form.element);
    transcript.toEnd();
    form.focus();
  }

  skip(): void {
    this.#form?.skip();
  }

  /** Details that changed since they were last sent. */
  takeNews(): { readonly leadData?: LeadData } {
    const { config, context } = this.#deps;
    const lead = { ...context.identity(), ...this.#details };
    const text = JSON.stringify(lead);
    if (!config.allowLeadCapture || Object.keys(lead).length === 0 || text === this.#sent) return {};
    this.#sent = text;
    return { leadData: lead };
  }

  reset(): void {
    this.#form = null;
    this.#sent = '';
    this.#details = {};
  }
}
