import { useEffect, useState } from 'preact/hooks';

/** After the last key, so that a word is searched for once. */
export const TYPING_PAUSE_MS = 250;

/** The value as it was when typing last paused. */
export function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
