/** Jumps to any page of any chatbot: `/` or Ctrl-K opens it. */
import { useEffect } from 'preact/hooks';
import { PaletteDialog } from './palette-dialog.tsx';

interface PaletteProps {
  readonly chatbotId: string | null;
  readonly isOpen: boolean;
  readonly setOpen: (isOpen: boolean) => void;
}

export function Palette({ chatbotId, isOpen, setOpen }: PaletteProps) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isShortcut(event) || document.querySelector('dialog[open]') !== null) return;
      event.preventDefault();
      setOpen(true);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  return isOpen ? <PaletteDialog chatbotId={chatbotId} onClose={() => setOpen(false)} /> : null;
}

function isShortcut({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  if (key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey) return true;
  const isTyping = target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null;
  return key === '/' && !ctrlKey && !metaKey && !altKey && !isTyping;
}
