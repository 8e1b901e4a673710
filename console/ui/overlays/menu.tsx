/** A button that opens a list of things to do. Arrow keys move, Escape closes and returns the focus. */
import type { ComponentChildren } from 'preact';
import { useId, useRef, useState } from 'preact/hooks';
import { Icon } from '../icon.tsx';
import type { IconName } from '../icons.ts';
import { WaitingCount } from '../waiting-count.tsx';

export interface MenuItem {
  /** Default: the label. */
  readonly key?: string;
  readonly label: string;
  readonly icon?: IconName;
  readonly isDangerous?: boolean;
  /** A link, or something to do. */
  readonly act: string | (() => void);
  readonly isCurrent?: boolean;
  /** Visitors who wait for a human there. */
  readonly waiting?: number;
  /** A line divides it from those before. */
  readonly beginsGroup?: boolean;
}

interface MenuProps {
  /** The accessible name of the button when its content is no text. */
  readonly label?: string;
  readonly trigger: ComponentChildren;
  readonly triggerClass?: string;
  readonly items: readonly MenuItem[];
}

const MARGIN = 8;

export function Menu({ label, trigger, triggerClass = 'button quiet icon-only', items }: MenuProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const focused = Math.max(
    0,
    items.findIndex(({ isCurrent }) => isCurrent),
  );

  const onToggle = (isShown: boolean) => {
    setOpen(isShown);
    if (!isShown || button.current === null || list.current === null) return;
    place(list.current, button.current);
  };
  const close = () => {
    list.current?.hidePopover();
    button.current?.focus();
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        class={triggerClass}
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        popovertarget={id}
      >
        {trigger}
      </button>
      <div
        ref={list}
        id={id}
        popover="auto"
        class="menu"
        role="menu"
        aria-label={label}
        tabIndex={-1}
        onToggle={(event) => onToggle(event.newState === 'open')}
        onKeyDown={(event) => moveFocus(event, event.currentTarget)}
      >
        {items.map((item, at) => (
          <Item key={item.key ?? item.label} item={item} hasFocus={at === focused} onDone={close} />
        ))}
      </div>
    </>
  );
}

interface ItemProps {
  readonly item: MenuItem;
  readonly hasFocus: boolean;
  readonly onDone: () => void;
}

function Item({ item, hasFocus, onDone }: ItemProps) {
  const { label, icon, act, isDangerous = false, isCurrent = false, waiting = 0, beginsGroup = false } = item;
  const content = (
    <>
      {icon === undefined ? null : <Icon name={icon} />}
      <span class="truncate" dir="auto">
        {label}
      </span>
      <WaitingCount waiting={waiting} />
      {isCurrent ? <Icon name="check" /> : null}
    </>
  );
  const shared = {
    role: 'menuitem',
    tabIndex: -1,
    class: `menu-item ${isDangerous ? 'bad' : ''} ${beginsGroup ? 'group' : ''}`,
    // Gets the focus as the menu opens. By the time of `toggle`, further keys may have gone to the button.
    autoFocus: hasFocus,
  } as const;
  if (typeof act === 'string') {
    return (
      <a href={act} onClick={onDone} {...shared}>
        {content}
      </a>
    );
  }
  const choose = () => {
    onDone();
    act();
  };
  return (
    <button type="button" onClick={choose} {...shared}>
      {content}
    </button>
  );
}

const itemsOf = (list: Element): HTMLElement[] => [...list.querySelectorAll<HTMLElement>('[role=menuitem]')];

function moveFocus(event: KeyboardEvent, list: Element): void {
  const items = itemsOf(list);
  const at = items.indexOf(document.activeElement as HTMLElement);
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
  if (next === undefined) return;
  event.preventDefault();
  items.at(next % items.length)?.focus();
}

/** Below the button, or above it where there is no room; never outside the window. */
function place(list: HTMLElement, button: HTMLElement): void {
  const { left, right, top, bottom } = button.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = list;
  const x = left + width > innerWidth - MARGIN ? right - width : left;
  const y = bottom + height > innerHeight - MARGIN ? top - height - 4 : bottom + 4;
  list.style.left = `${Math.max(MARGIN, x)}px`;
  list.style.top = `${Math.max(MARGIN, y)}px`;
}
