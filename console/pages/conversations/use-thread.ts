import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { chatbotRoot } from '../../api/chatbot-root.ts';
import { api } from '../../api/client.ts';
import { useChatbotEvents } from '../../api/events.ts';
import type { Conversation, Message } from '../../api/types.ts';
import { conversationOf } from './inbox-state.ts';
import { loadMarks } from './thread-marks.ts';
import { EMPTY_THREAD, type ThreadMark, type ThreadState, withMessages, withThreadEvent } from './thread-state.ts';

const PAGE = 50;

interface HistoryPage {
  readonly messages: readonly Message[];
  readonly nextBefore: string | null;
}

export interface Thread extends ThreadState {
  readonly marks: readonly ThreadMark[];
  readonly error: unknown;
  readonly isLoading: boolean;
  readonly reload: () => Promise<void>;
  readonly loadEarlier: () => Promise<void>;
  readonly add: (message: Message) => void;
}

/** @param conversation the caller gives each one a component of its own */
export function useThread(chatbotId: string, conversation: Conversation): Thread {
  const { id, sessionId } = conversation;
  const [thread, setThread] = useState(EMPTY_THREAD);
  const [marks, setMarks] = useState<readonly ThreadMark[]>([]);
  const [error, setError] = useState<unknown>(undefined);
  const [isLoading, setLoading] = useState(true);
  const unmounted = useRef(new AbortController());
  useEffect(() => () => unmounted.current.abort(), []);

  const load = useCallback(async (before: string | null) => {
    const { signal } = unmounted.current;
    const query = new URLSearchParams({ sessionId, limit: String(PAGE), ...(before === null ? {} : { before }) });
    setLoading(true);
    try {
      const page = await api.get<HistoryPage>(`${chatbotRoot(chatbotId)}/history?${query}`, {
        signal,
      });
      setError(undefined);
      setThread((known) => {
        const isOlder = before !== null || known.nextBefore === undefined;
        return { ...withMessages(known, page.messages), nextBefore: isOlder ? page.nextBefore : known.nextBefore };
      });
    } catch (failure) {
      if (!signal.aborted) setError(failure);
    } finally {
      if (!signal.aborted) setLoading(false);
    }
  }, []);

  // A conversation can be read without its marks.
  const reloadMarks = () => void loadMarks(chatbotId, conversation).then(setMarks, () => undefined);
  const reload = useCallback(() => {
    reloadMarks();
    return load(null);
  }, []);
  useEffect(() => void reload(), []);
  useChatbotEvents(chatbotId, {
    onOpen: () => void reload(),
    onEvent: (event) => {
      if (conversationOf(event) !== id) return;
      setThread((known) => withThreadEvent(known, event));
      if (/^(?:handoff|takeover|release)$/.test(event.event)) reloadMarks();
    },
  });
  const loadEarlier = useCallback(() => load(thread.nextBefore ?? null), [thread.nextBefore]);
  const add = useCallback((message: Message) => setThread((known) => withMessages(known, [message])), []);
  return { ...thread, marks, error, isLoading, reload, loadEarlier, add };
}
