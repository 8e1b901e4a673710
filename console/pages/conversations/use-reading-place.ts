import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { Thread } from './use-thread.ts';

/** Pixels from the end within which new messages keep the end in view. */
const NEAR_END = 120;

interface ReadingPlace {
  readonly box: RefObject<HTMLDivElement | null>;
  readonly onScroll: () => void;
  readonly showEarlier: () => void;
}

/** Keeps the reader's place: the end, or the messages in view. */
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
  // The browser would scroll when the composer shrinks, which would count as reading further up.
  useLayoutEffect(keepEnd, [newest?.messageId, marks.length]);
  // A long draft and a phone's keyboard take room from the messages.
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

/** Beyond these pages, a message is not looked for. */
const MAX_EARLIER_PAGES = 40;

interface Showing {
  readonly showEarlier: () => void;
  readonly show: (element: Element) => void;
}

/** Loads earlier messages until the found one appears, and shows it once. */
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
