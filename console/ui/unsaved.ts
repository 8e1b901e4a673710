/** Unsaved work, on the page at hand and on pages that keep it. */

const checks = new Set<() => boolean>();

addEventListener('beforeunload', (event) => {
  if (hasUnsaved()) event.preventDefault();
});

/** @param hasAny called before the account, or the console, is left */
export function registerUnsaved(hasAny: () => boolean): void {
  checks.add(hasAny);
}

export const hasUnsaved = (): boolean => [...checks].some((hasAny) => hasAny());
