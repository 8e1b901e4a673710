/** The edited look: kept over other pages, and saved only over the version that it began with. */
import { ApiError } from '../../api/api-error.ts';
import { chatbotRoot } from '../../api/chatbot-root.ts';
import { replaceChatbot } from '../../api/chatbots.ts';
import { send } from '../../api/client.ts';
import { onAccountChange } from '../../api/session-state.ts';
import type { Chatbot } from '../../api/types.ts';
import { Store } from '../../state/store.ts';
import { registerUnsaved } from '../../ui/unsaved.ts';
import { differences, type Look, lookOf } from './look-fields.ts';

interface Saved {
  readonly chatbot: Chatbot;
  readonly etag: string;
}

interface DraftState {
  /** The saved look; null until it is loaded. */
  readonly saved: Saved | null;
  /** The edited look. */
  readonly look: Look | null;
  readonly loadError: unknown;
  /** The look that somebody else saved meanwhile. */
  readonly conflict: Saved | null;
}

export class LookDraft {
  readonly state = new Store<DraftState>({ saved: null, look: null, loadError: undefined, conflict: null });
  readonly #path: string;

  constructor(chatbotId: string) {
    this.#path = chatbotRoot(chatbotId);
  }

  /** Edited and unsaved fields. */
  get changed(): ReturnType<typeof differences> {
    const { saved, look } = this.state.get();
    return saved === null || look === null ? [] : differences(lookOf(saved.chatbot), look);
  }

  get isDirty(): boolean {
    return this.changed.length > 0;
  }

  /** Keeps the draft until it is saved or undone. */
  async load(): Promise<void> {
    if (this.isDirty) return;
    const before = this.state.get().saved;
    try {
      const saved = await savedIn(await send('GET', this.#path));
      // An answer from before a save is outdated.
      if (this.state.get().saved !== before) return;
      this.#change({ saved, look: { ...lookOf(saved.chatbot), ...this.#edits() }, loadError: undefined });
    } catch (loadError) {
      this.#change({ loadError });
    }
  }

  set(changes: Partial<Look>): void {
    const { look } = this.state.get();
    if (look !== null) this.#change({ look: { ...look, ...changes } });
  }

  undo(): void {
    const { saved } = this.state.get();
    if (saved !== null) this.#change({ look: lookOf(saved.chatbot) });
  }

  /**
   * @returns false when somebody else has saved meanwhile
   * @throws ApiError when a value is refused
   */
  async save(): Promise<boolean> {
    const { saved, look } = this.state.get();
    if (saved === null || look === null) return false;
    const quickPrompts = look.quickPrompts.filter((prompt) => prompt.trim() !== '');
    const complete = { ...look, quickPrompts };
    const sent = Object.fromEntries(this.changed.map((field) => [field, complete[field]]));
    try {
      const answer = await send('PATCH', this.#path, sent, { headers: { 'If-Match': saved.etag } });
      this.#adopt(await savedIn(answer), this.#editsOf(look));
      return true;
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 412)) throw error;
      this.#change({ conflict: await savedIn(await send('GET', this.#path)) });
      return false;
    }
  }

  /**
   * Begins anew from the look that somebody else saved.
   * @param keepMine with the changes on top
   */
  settleConflict(keepMine: boolean): void {
    const theirs = this.state.get().conflict;
    this.#change({ conflict: null });
    if (theirs === null) return;
    this.#adopt(theirs, keepMine ? this.#edits() : {});
  }

  #edits(): Partial<Look> {
    const { saved } = this.state.get();
    return saved === null ? {} : this.#editsOf(lookOf(saved.chatbot));
  }

  /** Fields edited since `base`. */
  #editsOf(base: Look): Partial<Look> {
    const { look } = this.state.get();
    return look === null ? {} : Object.fromEntries(differences(base, look).map((field) => [field, look[field]]));
  }

  /** @param edits stay on top, unsaved */
  #adopt(saved: Saved, edits: Partial<Look>): void {
    this.#change({ saved, look: { ...lookOf(saved.chatbot), ...edits } });
    replaceChatbot(saved.chatbot);
  }

  #change(changes: Partial<DraftState>): void {
    this.state.change((state) => ({ ...state, ...changes }));
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
