import { useEffect, useMemo } from 'preact/hooks';
import { chatbotRoot } from '../../api/chatbot-root.ts';
import { useChatbotEvents } from '../../api/events.ts';
import { type Query, useQuery } from '../../api/query.ts';
import type { DataSource } from '../../api/types.ts';

/** Interval of reading a crawl's counts; a change of status arrives as an event. */
const POLL_MS = 2_500;
const REFETCH_EVERY_MS = 400;

export interface SourceList {
  readonly dataSources: readonly DataSource[];
}

export const sourcesPath = (chatbotId: string): string => `${chatbotRoot(chatbotId)}/datasources`;

export const isBeingRead = ({ status }: DataSource): boolean => status === 'pending' || status === 'processing';

export interface Sources extends Omit<Query<SourceList>, 'data'> {
  /** Newest first; undefined until they are known. */
  readonly list: readonly DataSource[] | undefined;
}

export function useSources(chatbotId: string): Sources {
  const { data, ...query } = useQuery<SourceList>(sourcesPath(chatbotId));
  const refetchSoon = useMemo(() => atMostEvery(REFETCH_EVERY_MS, query.refetch), [query.refetch]);
  useChatbotEvents(chatbotId, {
    onOpen: refetchSoon,
    onEvent: ({ event }) => {
      if (event === 'source') refetchSoon();
    },
  });
  const isReading = data?.dataSources.some(isBeingRead) ?? false;
  useEffect(() => {
    if (!isReading) return undefined;
    const timer = setInterval(refetchSoon, POLL_MS);
    return () => clearInterval(timer);
  }, [isReading, refetchSoon]);
  const list = useMemo(() => data?.dataSources.toReversed(), [data]);
  return { ...query, list };
}

/** Postpones calls that come sooner, and makes one at the end of the time. */
function atMostEvery(milliseconds: number, work: () => Promise<void>): () => void {
  let isWaiting = false;
  return () => {
    if (isWaiting) return;
    isWaiting = true;
    setTimeout(() => {
      isWaiting = false;
      void work();
    }, milliseconds);
  };
}
