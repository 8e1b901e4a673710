/** `window.Chatledger`: how a page steers its widget. */
import type { Widget } from './widget.ts';

/** Called by another widget script on the page; returns true when this widget has left. */
const MAKE_ROOM = Symbol.for('chatledger.makeRoom');

interface PageInterface {
  readonly [MAKE_ROOM]: () => boolean;
  readonly [name: string]: unknown;
}
/** Pages may leave functions in a list of this name before the script runs. */
type Global = { Chatledger?: Partial<PageInterface> | readonly unknown[] };

/** Does nothing when the name belongs to a widget that stays or to the page itself. */
export function publish(widget: Widget): void {
  const global = window as Global;
  // An element with this id also has the name, until a value is set.
  const taken = Object.hasOwn(global, 'Chatledger') ? global.Chatledger : null;
  const waiting = Array.isArray(taken) ? taken : null;
  if (taken != null && waiting === null && (taken as Partial<PageInterface>)[MAKE_ROOM]?.() !== true) return;
  // Runs calls in separate tasks, so that errors of the page stop nothing of ours.
  const push = (...calls: readonly unknown[]) => {
    for (const call of calls) if (typeof call === 'function') setTimeout(() => call(chat));
  };
  const chat: PageInterface = {
    [MAKE_ROOM]: () => widget.makeRoom(),
    open: (draft?: unknown) => widget.open(draft),
    close: () => widget.close(),
    toggle: () => widget.toggle(),
    reset: () => widget.reset(),
    refresh: () => widget.refresh(),
    identify: (details: unknown) => widget.identify(details),
    on: widget.on.bind(widget),
    push,
  };
  global.Chatledger = chat;
  push(...(waiting ?? []));
}
