/**
 * Copies text, also on pages without HTTPS, which have no `navigator.clipboard`.
 * @param beside an element of the same dialog: nothing outside of it can have the focus
 * @returns false where the browser refuses
 */
export async function copyText(text: string, beside: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelected(text, beside);
  }
}

function copySelected(text: string, beside: HTMLElement): boolean {
  const area = document.createElement('textarea');
  area.className = 'hidden';
  area.value = text;
  beside.after(area);
  area.select();
  const isCopied = document.execCommand('copy');
  area.remove();
  beside.focus();
  return isCopied;
}
