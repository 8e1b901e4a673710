import { useRef, useState } from 'preact/hooks';
import { api } from '../../api/client.ts';
import { onAccountChange } from '../../api/session-state.ts';
import type { Conversation, Message } from '../../api/types.ts';
import { Button } from '../../ui/button.tsx';
import { messageOf } from '../../ui/content-states.tsx';
import { loadConversation } from './inbox.ts';

const MAX_LENGTH = 4_000;
/** Unsent words by conversation: they outlive a look at another one. */
const drafts = new Map<string, string>();
onAccountChange(() => drafts.clear());

interface ComposerProps {
  readonly chatbotId: string;
  readonly conversation: Conversation;
  readonly onSent: (message: Message) => void;
}

export function Composer({ chatbotId, conversation: { id, sessionId }, onSent }: ComposerProps) {
  const [text, setText] = useState(drafts.get(id) ?? '');
  const [fault, setFault] = useState('');
  const [isBusy, setBusy] = useState(false);
  const input = useRef<HTMLTextAreaElement>(null);
  /** A repeat after a lost answer sends the message once. */
  const key = useRef(newKey());

  const write = (words: string) => {
    setText(words);
    if (words === '') drafts.delete(id);
    else drafts.set(id, words);
  };
  const send = async () => {
    const message = text.trim();
    if (message === '' || isBusy) return;
    setBusy(true);
    setFault('');
    const path = `/chatbots/${encodeURIComponent(chatbotId)}/sessions/${encodeURIComponent(sessionId)}/messages`;
    try {
      const headers = { 'Idempotency-Key': key.current };
      const sent = await api.post<{ readonly message: Message }>(path, { message }, { headers });
      onSent(sent.message);
      write('');
      key.current = newKey();
    } catch (error) {
      setFault(messageOf(error));
      // Somebody may have released it in another tab.
      void loadConversation(chatbotId, id).catch(() => undefined);
    } finally {
      setBusy(false);
      input.current?.focus();
    }
  };
  return (
    <form
      class="agent-composer"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      {fault === '' ? null : (
        <p class="form-error" role="alert">
          {fault}
        </p>
      )}
      <div class="composer-row">
        <textarea
          ref={input}
          class="input"
          rows={2}
          maxLength={MAX_LENGTH}
          autofocus
          aria-label="Message to the visitor"
          placeholder="Write to the visitor"
          dir="auto"
          value={text}
          onInput={(event) => {
            write(event.currentTarget.value);
            // Other words are another message.
            key.current = newKey();
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
            event.preventDefault();
            void send();
          }}
        />
        <Button variant="primary" icon="send" type="submit" isBusy={isBusy} isDisabled={text.trim() === ''}>
          Send
        </Button>
      </div>
    </form>
  );
}

/** `crypto.randomUUID` exists on secure pages only. */
function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
