/** Jumps to any page of any chatbot: `/` or Ctrl-K opens it. */
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { useQuery } from '../api/query.ts';
import { Icon } from '../ui/icon.tsx';
import { CHATBOTS, type ChatbotList } from './chatbot-scope.tsx';
import { commandsOf, matching } from './commands.ts';

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

interface PaletteDialogProps {
  readonly chatbotId: string | null;
  readonly onClose: () => void;
}

function PaletteDialog({ chatbotId, onClose }: PaletteDialogProps) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const { route } = useLocation();
  const { data } = useQuery<ChatbotList>(CHATBOTS);
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(0);
  const found = matching(commandsOf(data?.chatbots ?? [], chatbotId), text);
  const current = Math.min(chosen, found.length - 1);

  // Before the next key arrives: fast typists lose no letter.
  useLayoutEffect(() => {
    const opener = document.activeElement;
    dialog.current?.showModal();
    return () => {
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, []);
  useEffect(() => {
    dialog.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [current]);

  const go = (href: string | undefined) => {
    if (href === undefined) return;
    onClose();
    if (href.startsWith('/console')) route(href);
    else location.assign(href);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && found.length > 0) {
      event.preventDefault();
      setChosen((current + step + found.length) % found.length);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      go(found[current]?.href);
    }
  };
  return (
    <dialog
      ref={dialog}
      class="dialog palette"
      aria-label="Jump to"
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onMouseDown={(event) => {
        if (event.target === dialog.current) onClose();
      }}
    >
      <div class="palette-box">
        <label class="palette-input">
          <Icon name="search" />
          <input
            type="text"
            role="combobox"
            aria-label="Jump to a page or a chatbot"
            aria-expanded="true"
            aria-controls={`${id}-list`}
            aria-activedescendant={found.length > 0 ? `${id}-${current}` : undefined}
            placeholder="Jump to a page or a chatbot"
            autocomplete="off"
            autofocus
            value={text}
            onInput={(event) => {
              setText(event.currentTarget.value);
              setChosen(0);
            }}
            onKeyDown={onKeyDown}
          />
        </label>
        <div id={`${id}-list`} role="listbox" aria-label="Pages" class="palette-list">
          {found.map((command, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the input handles the keys of the list, as a combobox does
            <div
              key={command.href}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === current}
              onMouseMove={() => setChosen(index)}
              onClick={() => go(command.href)}
            >
              <Icon name={command.icon} />
              <span class="truncate">{command.title}</span>
              <span class="truncate faint">{command.place}</span>
            </div>
          ))}
        </div>
        {found.length === 0 ? (
          <p class="palette-none soft" role="status">
            Nothing is called that.
          </p>
        ) : null}
      </div>
    </dialog>
  );
}
