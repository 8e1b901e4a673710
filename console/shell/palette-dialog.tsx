import { useEffect, useId, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { CHATBOTS, type ChatbotList } from '../api/chatbots.ts';
import { useQuery } from '../api/query.ts';
import { Icon } from '../ui/icon.tsx';
import { Modal } from '../ui/overlays/modal.tsx';
import { useModal } from '../ui/overlays/use-modal.ts';
import { type Command, commandsOf, matching } from './commands.ts';

interface PaletteDialogProps {
  readonly chatbotId: string | null;
  readonly onClose: () => void;
}

export function PaletteDialog({ chatbotId, onClose }: PaletteDialogProps) {
  const listId = useId();
  const dialog = useModal();
  const { route } = useLocation();
  const { text, found, current, onInput, onMove, choose } = useMatches(chatbotId);
  useEffect(() => {
    dialog.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [current]);

  const go = (command: Command | undefined) => {
    if (command === undefined) return;
    onClose();
    if (command.href.startsWith('/console')) route(command.href);
    else location.assign(command.href);
  };
  return (
    <Modal dialog={dialog} class="palette" aria-label="Jump to" onClose={onClose}>
      <div class="palette-box">
        <PaletteInput
          listId={listId}
          text={text}
          onInput={onInput}
          onMove={onMove}
          current={current}
          onEnter={() => go(found[current])}
        />
        <PaletteList id={listId} commands={found} current={current} onPoint={choose} onChoose={go} />
        {found.length === 0 ? (
          <p class="palette-none soft" role="status">
            Nothing is called that.
          </p>
        ) : null}
      </div>
    </Modal>
  );
}

/** The commands that match what is typed, and the one of them that Enter chooses. */
function useMatches(chatbotId: string | null) {
  const { data } = useQuery<ChatbotList>(CHATBOTS);
  const [text, setText] = useState('');
  const [chosen, choose] = useState(0);
  const found = matching(commandsOf(data?.chatbots ?? [], chatbotId), text);
  const current = Math.min(chosen, found.length - 1);
  const onInput = (words: string) => {
    setText(words);
    choose(0);
  };
  const onMove = (step: number) => {
    if (found.length > 0) choose((current + step + found.length) % found.length);
  };
  return { text, found, current, onInput, onMove, choose };
}

const optionId = (listId: string, index: number): string => `${listId}-${index}`;

interface PaletteInputProps {
  readonly listId: string;
  readonly text: string;
  /** -1 when nothing is found. */
  readonly current: number;
  readonly onInput: (text: string) => void;
  readonly onMove: (step: number) => void;
  readonly onEnter: () => void;
}

function PaletteInput({ listId, text, current, onInput, onMove, onEnter }: PaletteInputProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined && event.key !== 'Enter') return;
    event.preventDefault();
    if (step === undefined) onEnter();
    else onMove(step);
  };
  return (
    <label class="palette-input">
      <Icon name="search" />
      <input
        type="text"
        role="combobox"
        aria-label="Jump to a page or a chatbot"
        aria-expanded="true"
        aria-controls={listId}
        aria-activedescendant={current < 0 ? undefined : optionId(listId, current)}
        placeholder="Jump to a page or a chatbot"
        autocomplete="off"
        autofocus
        value={text}
        onInput={({ currentTarget }) => onInput(currentTarget.value)}
        onKeyDown={onKeyDown}
      />
    </label>
  );
}

interface PaletteListProps {
  readonly id: string;
  readonly commands: readonly Command[];
  readonly current: number;
  readonly onPoint: (index: number) => void;
  readonly onChoose: (command: Command) => void;
}

function PaletteList({ id, commands, current, onPoint, onChoose }: PaletteListProps) {
  return (
    <div id={id} role="listbox" aria-label="Pages" class="palette-list">
      {commands.map((command, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the input handles the keys of the list, as a combobox does
        <div
          key={command.href}
          id={optionId(id, index)}
          role="option"
          tabIndex={-1}
          aria-selected={index === current}
          onMouseMove={() => onPoint(index)}
          onClick={() => onChoose(command)}
        >
          <Icon name={command.icon} />
          <span class="truncate">{command.title}</span>
          <span class="truncate faint" dir="auto">
            {command.place}
          </span>
        </div>
      ))}
    </div>
  );
}
