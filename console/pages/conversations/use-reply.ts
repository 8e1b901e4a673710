import { useRef, useState } from 'preact/hooks';
import { randomId } from '../../../widget/shared/random-id.ts';
import { chatbotRoot } from '../../api/chatbot-root.ts';
import { api } from '../../api/client.ts';
import { onAccountChange } from '../../api/session-state.ts';
import type { Conversation, Message } from '../../api/types.ts';
import { messageOf } from '../../ui/content-states.tsx';
import { registerUnsaved } from '../../ui/unsaved.ts';
import { loadConversation } from './inbox.ts';

/** Unsent text by conversation, kept while others are open. */
const drafts = new Map<string, string>();
onAccountChange(() => drafts.clear());
registerUnsaved(() => drafts.size > 0);

interface ReplyOptions {
  readonly chatbotId: string;
  readonly conversation: Conversation;
  readonly onSent: (message: Message) => void;
}

interface Reply {
  readonly text: string;
  readonly write: (text: string) => void;
  /** @returns false when there was nothing to send */
  readonly send: () => Promise<boolean>;
  readonly isBusy: boolean;
  readonly fault: string | undefined;
}

export function useReply({ chatbotId, conversation: { id, sessionId }, onSent }: ReplyOptions): Reply {
  const [text, setText] = useState(drafts.get(id) ?? '');
  const [fault, setFault] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  /** Prevents a second message when the answer is lost and sending is repeated. */
  const key = useRef(randomId());

  const write = (words: string) => {
    setText(words);
    if (words === '') drafts.delete(id);
    else drafts.set(id, words);
    // Another text is another message.
    key.current = randomId();
  };
  const send = async () => {
    const message = text.trim();
    if (message === '' || isBusy) return false;
    setBusy(true);
    setFault(undefined);
    const path = `${chatbotRoot(chatbotId)}/sessions/${encodeURIComponent(sessionId)}/messages`;
    try {
      const headers = { 'Idempotency-Key': key.current };
      const sent = await api.post<{ readonly message: Message }>(path, { message }, { headers });
      onSent(sent.message);
      // Text written meanwhile is the next message.
      const draft = drafts.get(id) ?? '';
      write(draft.startsWith(text) ? draft.slice(text.length).trimStart() : draft);
    } catch (error) {
      setFault(messageOf(error));
      // The conversation may have been released in another tab.
      void loadConversation(chatbotId, id).catch(() => undefined);
    }
    setBusy(false);
    return true;
  };
  return { text, write, send, isBusy, fault };
}
