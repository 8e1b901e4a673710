import type { WidgetContext } from '../../entry/context.ts';
import { failureOf } from '../failures/failures.ts';
import { fill, type Strings } from '../strings.ts';
import { feedbackOf } from './messages.ts';

interface Rating {
  readonly messageId: string;
  readonly feedback: string;
  /** Gets a sentence for the visitor. */
  readonly onFailure: (text: string) => void;
}

/** @returns the rating that the service has now; rejects after `onFailure` */
export async function rateAnswer(
  { api, session, events }: WidgetContext,
  strings: Strings,
  { messageId, feedback, onFailure }: Rating,
) {
  try {
    const now = feedbackOf(await api.rate(session.state.sessionId, messageId, feedback));
    events.emit('rating', { messageId, feedback: now });
    return now;
  } catch (error) {
    const { text, isConnection, waitSeconds } = failureOf(error);
    onFailure(fill(strings[isConnection ? 'errorRating' : text], { n: waitSeconds }));
    throw error;
  }
}
