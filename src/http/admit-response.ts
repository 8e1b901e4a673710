import type { ServerResponse } from 'node:http';
import type { PacedAdmission } from '../lib/paced-admission.ts';
import { onResponseClose } from './response-close.ts';

/** Waits for a turn, which ends with the response at the latest. @returns ends the turn; null when the client disconnected before it */
export async function admitResponse(
  admission: PacedAdmission,
  key: string,
  response: ServerResponse,
): Promise<(() => void) | null> {
  const end = admission.tryAdmit(key) ?? (await nextTurn(admission, key, response));
  if (end !== null) onResponseClose(response, end);
  return end;
}

async function nextTurn(admission: PacedAdmission, key: string, response: ServerResponse) {
  const closing = new AbortController();
  onResponseClose(response, () => closing.abort());
  const end = await admission.admit(key, closing.signal).catch(() => null);
  if (!closing.signal.aborted) return end;
  end?.();
  return null;
}
