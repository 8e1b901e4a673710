/** Lines with a label: `Yoga – 60 minutes`, `Adults: £7`, `Mo.–Fr.: 9–17`, `大人：500円`. The label has at most 40 characters. */
const LABELLED =
  /^([\p{L}\p{N}](?:[^.!?:：–—\n]|(?<=[\p{L}\p{N}.])[–—](?=[\p{L}\p{N}])|(?<=(?:^|\P{L})\p{L}{2})\.){0,39})(?:(?::| [-–—]) \S|：\s?\S|(?<=[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}]):\S)/u;

export const isLabelled = (line: string): boolean => LABELLED.test(line);

/** Returns null for a line without one. */
export const labelOf = (line: string): string | null => LABELLED.exec(line)?.[1] ?? null;
