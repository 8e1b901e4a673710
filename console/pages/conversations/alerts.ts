/** System notifications of visitors who wait for a human or write to the agent. */
import type { Conversation, OwnerEvent } from '../../api/types.ts';
import { storedFlag } from '../../browser/stored-flag.ts';
import { chatbotPath } from '../../shell/navigation.ts';
import { Store } from '../../state/store.ts';
import { nameOf } from './visitor-name.ts';

const wanted = storedFlag('chatledger-alerts');
/** Some systems cut longer ones without a mark. */
const MAX_BODY = 120;

/** `missing`: browsers of phones show none. */
type AlertState = 'off' | 'on' | 'missing';

export const alertState = new Store<AlertState>(initialState());

function initialState(): AlertState {
  if (!('Notification' in window)) return 'missing';
  return Notification.permission === 'granted' && wanted.isSet(false) ? 'on' : 'off';
}

/**
 * Asks for permission the first time.
 * @returns false when the browser's settings block notifications
 */
export async function turnAlerts(on: boolean): Promise<boolean> {
  const permission = await Notification.requestPermission();
  const isOn = on && permission === 'granted';
  alertState.set(isOn ? 'on' : 'off');
  wanted.set(isOn);
  return permission !== 'denied';
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

/** Shows an event once for all tabs. */
export function alertOfEvent(chatbotId: string, event: OwnerEvent, conversation: Conversation | null): void {
  if (alertState.get() !== 'on' || document.hasFocus()) return;
  const alert = alertOf(event, conversation);
  if (alert === null || event.event === 'source' || event.event === 'status') return;
  const { conversationId } = event.data;
  try {
    const shown = new Notification(alert.title, { body: alert.body, tag: conversationId });
    shown.onclick = () => {
      window.focus();
      shown.close();
      followLink(`${chatbotPath(chatbotId, 'conversations')}/${conversationId}`);
    };
  } catch {
    // Android browsers have the class but throw when it is used.
    alertState.set('missing');
  }
}

/** Navigates as a click does, which keeps the page and unsaved text. */
function followLink(href: string): void {
  const link = Object.assign(document.createElement('a'), { href });
  document.body.append(link);
  link.click();
  link.remove();
}
