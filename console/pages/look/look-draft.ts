/** The look as it is edited: kept while other pages are looked at, saved only over the version that it began with. */
import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { ApiError } from '../../api/api-error.ts';
import { chatbotRoot } from '../../api/chatbot-root.ts';
import { replaceChatbot } from '../../api/chatbots.ts';
import { send } from '../../api/client.ts';
import { onAccountChange } from '../../api/session-state.ts';
import type { Chatbot } from '../../api/types.ts';
import { registerUnsaved } from '../../ui/unsaved.ts';
import { differences, type Look, lookOf } from './look-fields.ts';

interface Saved {
  readonly chatbot: Chatbot;
  readonly etag: string;
}

export class LookDraft {
  /** The saved look; null until it is loaded. */
  readonly saved: Signal<Saved | null> = signal(null);
  readonly changes: Signal<Partial<Look>> = signal({});
  readonly loadError: Signal<unknown> = signal(undefined);
  /** The look that somebody else saved meanwhile; null when nobody did. */
  readonly conflict: Signal<Saved | null> = signal(null);
  readonly look: ReadonlySignal<Look | null> = computed(() =>
    this.saved.value === null ? null : { ...lookOf(this.saved.value.chatbot), ...this.changes.value },
  );
  readonly changed = computed(() => {
    const [saved, look] = [this.saved.value, this.look.value];
    return saved === null || look === null ? [] : differences(lookOf(saved.chatbot), look);
  });
  readonly #path: string;

  constructor(chatbotId: string) {
    this.#path = chatbotRoot(chatbotId);
  }

  get isDirty(): boolean {
    return this.changed.value.length > 0;
  }

  /** The draft keeps what is edited until it is saved or undone. */
  async load(): Promise<void> {
    if (this.saved.peek() !== null && this.isDirty) return;
    try {
      this.saved.value = await savedIn(await send('GET', this.#path));
      this.loadError.value = undefined;
    } catch (error) {
      this.loadError.value = error;
    }
  }

  set(changes: Partial<Look>): void {
    this.changes.value = { ...this.changes.peek(), ...changes };
  }

  undo(): void {
    this.changes.value = {};
  }

  /** @returns false when somebody else has saved meanwhile @throws ApiError when a value is refused */
  async save(): Promise<boolean> {
    const [saved, look] = [this.saved.peek(), this.look.peek()];
    if (saved === null || look === null) return false;
    const quickPrompts = look.quickPrompts.filter((prompt) => prompt.trim() !== '');
    const complete = { ...look, quickPrompts };
    const sent = Object.fromEntries(this.changed.peek().map((field) => [field, complete[field]]));
    try {
      this.#adopt(await savedIn(await send('PATCH', this.#path, sent, { headers: { 'If-Match': saved.etag } })));
      return true;
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 412)) throw error;
      this.conflict.value = await savedIn(await send('GET', this.#path));
      return false;
    }
  }

  /** Begins anew from what somebody else saved. @param keepMine with the changes on top */
  settleConflict(keepMine: boolean): void {
    const theirs = this.conflict.peek();
    this.conflict.value = null;
    if (theirs === null) return;
    const mine = this.changed.peek();
    const look = this.look.peek();
    this.#adopt(theirs);
    if (keepMine && look !== null) this.set(Object.fromEntries(mine.map((field) => [field, look[field]])));
  }

  #adopt(saved: Saved): void {
    this.saved.value = saved;
    this.changes.value = {};
    replaceChatbot(saved.chatbot);
  }
}

async function savedIn(response: Response): Promise<Saved> {
  const { data } = (await response.json()) as { readonly data: { readonly chatbot: Chatbot } };
  return { chatbot: data.chatbot, etag: response.headers.get('ETag') ?? '' };
}

const drafts = new Map<string, LookDraft>();
onAccountChange(() => drafts.clear());
registerUnsaved(() => [...drafts.values()].some(({ isDirty }) => isDirty));

export function draftOf(chatbotId: string): LookDraft {
  const draft = drafts.get(chatbotId) ?? new LookDraft(chatbotId);
  drafts.set(chatbotId, draft);
  return draft;
}
