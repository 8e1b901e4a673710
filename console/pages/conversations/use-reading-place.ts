import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { Thread } from './use-thread.ts';

/** Nearer to the end than this many pixels, new messages keep the end in view. */
const NEAR_END = 120;

interface ReadingPlace {
  readonly box: RefObject<HTMLDivElement | null>;
  readonly onScroll: () => void;
  readonly showEarlier: () => void;
}

/** Keeps the place in a conversation that is being read: its end while that is in view, else the messages that are. */
export function useReadingPlace(thread: Thread, foundId: string | undefined): ReadingPlace {
  const { messages, marks, loadEarlier } = thread;
  const box = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  const heightBefore = useRef(0);
  const newest = messages.at(-1);
  const [oldest] = messages;

  // Earlier messages must not move what is being read.
  useLayoutEffect(() => {
    if (box.current !== null && !isAtEnd.current)
      box.current.scrollTop += box.current.scrollHeight - heightBefore.current;
  }, [oldest?.messageId]);
  const keepEnd = () => {
    if (box.current !== null && isAtEnd.current) box.current.scrollTop = box.current.scrollHeight;
  };
  // Before the browser scrolls by itself, as it does when the composer has shrunk: that would count as reading further up.
  useLayoutEffect(keepEnd, [newest?.messageId, marks.length]);
  // A long draft, and the keyboard of a phone, take room from the messages.
  const isLoaded = newest !== undefined;
  useEffect(() => {
    const resizes = new ResizeObserver(keepEnd);
    if (box.current !== null) resizes.observe(box.current);
    return () => resizes.disconnect();
  }, [isLoaded]);

  const showEarlier = () => {
    heightBefore.current = box.current?.scrollHeight ?? 0;
    isAtEnd.current = false;
    void loadEarlier();
  };
  useFoundMessage(thread, foundId, {
    showEarlier,
    show(element) {
      isAtEnd.current = false;
      element.scrollIntoView({ block: 'center' });
    },
  });
  const onScroll = () => {
    if (box.current === null) return;
    const { scrollHeight, scrollTop, clientHeight } = box.current;
    isAtEnd.current = scrollHeight - scrollTop - clientHeight < NEAR_END;
  };
  return { box, onScroll, showEarlier };
}

/** A message further back is reached in the whole conversation's pages, up to so many. */
const MAX_EARLIER_PAGES = 40;

interface Showing {
  readonly showEarlier: () => void;
  readonly show: (element: Element) => void;
}

/** Loads earlier messages until the one that was found is there, and shows it once. */
function useFoundMessage({ messages, nextBefore, error }: Thread, foundId: string | undefined, showing: Showing) {
  const shownId = useRef<string | undefined>(undefined);
  const pages = useRef(0);
  const isThere = messages.some(({ messageId }) => messageId === foundId);
  useLayoutEffect(() => {
    if (foundId === undefined || shownId.current === foundId || nextBefore === undefined) return;
    const element = document.getElementById(`message-${foundId}`);
    if (element !== null) {
      shownId.current = foundId;
      showing.show(element);
    } else if (nextBefore !== null && error === undefined && pages.current < MAX_EARLIER_PAGES) {
      pages.current += 1;
      showing.showEarlier();
    }
  }, [foundId, isThere, nextBefore]);
}
