import { useEffect, useRef, useState } from 'preact/hooks';
import type { Conversation } from '../../api/types.ts';
import { TYPING_PAUSE_MS } from '../../ui/lists/use-settled.ts';
import { searchPage } from './inbox.ts';
import type { Filter } from './inbox-state.ts';

/** Matches that fill the list. */
const WANTED = 20;
/** Requests before the owner has to ask for more. Each searches 2,000 messages. */
const MAX_REQUESTS = 5;

export interface SearchResults {
  /** Newest match first. */
  readonly found: readonly Conversation[];
  /** null when all messages were searched, undefined before the first answer. */
  readonly nextBefore: string | null | undefined;
  readonly isSearching: boolean;
  readonly error: unknown;
}

const NOTHING_SEARCHED: SearchResults = { found: [], nextBefore: undefined, isSearching: false, error: undefined };

/** Searches the whole history. @param search empty for no search */
export function useSearch(chatbotId: string, filter: Filter, search: string) {
  const [results, setResults] = useState(NOTHING_SEARCHED);
  const running = useRef(new AbortController());

  const run = async (from: SearchResults) => {
    const { signal } = running.current;
    let { found, nextBefore } = from;
    try {
      for (let request = 0; request < MAX_REQUESTS; request++) {
        setResults({ found, nextBefore, isSearching: true, error: undefined });
        const page = await searchPage(chatbotId, filter, { search, before: nextBefore ?? null, signal });
        if (signal.aborted) return;
        found = withoutRepeats([...found, ...page.conversations]);
        nextBefore = page.nextBefore;
        if (nextBefore === null || found.length >= from.found.length + WANTED) break;
      }
      setResults({ found, nextBefore, isSearching: false, error: undefined });
    } catch (error) {
      if (!signal.aborted) setResults({ found, nextBefore, isSearching: false, error });
    }
  };

  useEffect(() => {
    if (search === '') return setResults(NOTHING_SEARCHED);
    setResults({ ...NOTHING_SEARCHED, isSearching: true });
    running.current = new AbortController();
    const timer = setTimeout(() => void run(NOTHING_SEARCHED), TYPING_PAUSE_MS);
    return () => {
      clearTimeout(timer);
      running.current.abort();
    };
  }, [chatbotId, filter, search]);

  return { ...results, searchOn: () => void run(results) };
}

/** The newest match of a conversation stays. */
function withoutRepeats(found: readonly Conversation[]): readonly Conversation[] {
  const byId = new Map<string, Conversation>();
  for (const conversation of found) if (!byId.has(conversation.id)) byId.set(conversation.id, conversation);
  return [...byId.values()];
}
