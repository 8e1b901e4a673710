interface HighlightedProps {
  readonly text: string;
  /** Words as they were typed. */
  readonly search: string;
}

/** Marks the words of a search. A word that differs in its accents is found, but not marked. */
export function Highlighted({ text, search }: HighlightedProps) {
  const words = search.split(/\s+/).filter(Boolean);
  if (words.length === 0) return <>{text}</>;
  const parts = text.split(new RegExp(`(${words.map(escaped).join('|')})`, 'i'));
  // The pattern's one group puts each word that was found at an odd place.
  return <>{parts.map((part, index) => (index % 2 === 1 ? <mark key={index}>{part}</mark> : part))}</>;
}

const escaped = (word: string): string => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
