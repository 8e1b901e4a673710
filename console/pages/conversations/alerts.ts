/** System notifications while nobody looks at the console: a visitor waits for a human, or writes to the agent. */
import { signal } from '@preact/signals';
import type { Conversation, OwnerEvent } from '../../api/types.ts';
import { chatbotPath } from '../../shell/navigation.ts';
import { nameOf } from './visitor-name.ts';

const FLAG = 'chatledger.alerts';
/** Some systems cut longer ones without a mark. */
const MAX_BODY = 120;

/** `blocked`: by the browser's settings. `missing`: this browser shows none, as those of phones. */
type AlertState = 'off' | 'on' | 'blocked' | 'missing';

export const alertState = signal<AlertState>(initialState());

function initialState(): AlertState {
  if (!('Notification' in window)) return 'missing';
  if (Notification.permission === 'denied') return 'blocked';
  return Notification.permission === 'granted' && hasFlag() ? 'on' : 'off';
}

/** Asks for the browser's permission the first time. */
export async function turnAlertsOn(): Promise<void> {
  const permission = await Notification.requestPermission();
  alertState.value = permission === 'granted' ? 'on' : permission === 'denied' ? 'blocked' : 'off';
  setFlag(alertState.value === 'on');
}

export function turnAlertsOff(): void {
  alertState.value = 'off';
  setFlag(false);
}

/** @param conversation null when it is not loaded */
function alertOf(event: OwnerEvent, conversation: Conversation | null): { title: string; body: string } | null {
  if (event.event === 'handoff') {
    return {
      title: 'A visitor waits for a human',
      body: conversation === null ? '' : nameOf(conversation),
    };
  }
  const isToAgent = event.event === 'message' && event.data.role === 'user' && conversation?.takenOver === true;
  return isToAgent ? { title: nameOf(conversation), body: event.data.content.slice(0, MAX_BODY) } : null;
}

/** Shows what an event is worth, once for all tabs. */
export function alertOfEvent(chatbotId: string, event: OwnerEvent, conversation: Conversation | null): void {
  if (alertState.peek() !== 'on' || document.hasFocus()) return;
  const alert = alertOf(event, conversation);
  if (alert === null || event.event === 'source' || event.event === 'status') return;
  const { conversationId } = event.data;
  try {
    const shown = new Notification(alert.title, { body: alert.body, tag: conversationId });
    shown.onclick = () => {
      window.focus();
      shown.close();
      location.assign(`${chatbotPath(chatbotId, 'conversations')}/${conversationId}`);
    };
  } catch {
    // Browsers of Android have the class, and throw when it is used.
    alertState.value = 'missing';
  }
}

/** Storage may be blocked: then alerts end with the page. */
function hasFlag(): boolean {
  try {
    return localStorage.getItem(FLAG) !== null;
  } catch {
    return false;
  }
}

function setFlag(isOn: boolean): void {
  try {
    if (isOn) localStorage.setItem(FLAG, '1');
    else localStorage.removeItem(FLAG);
  } catch {
    // As above.
  }
}
