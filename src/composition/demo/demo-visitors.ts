/** Conversations of made-up visitors for the demo's console. */
import type { DemoAccess } from './demo-page.ts';

interface Visitor {
  readonly sessionId: string;
  readonly questions: readonly string[];
  /** Rating of the last answer. */
  readonly feedback?: 'positive' | 'negative';
  readonly isWaiting?: boolean;
}

const VISITORS: readonly Visitor[] = [
  {
    sessionId: 'demo-anna',
    questions: ['How often do I water a Boston fern?', 'And in winter?'],
    feedback: 'positive',
  },
  { sessionId: 'demo-jonas', questions: ['Was kostet der Versand nach Österreich?'], feedback: 'positive' },
  { sessionId: 'demo-mia', questions: ['A plant arrived damaged. What now?'], feedback: 'positive' },
  // Not in the content, so it is listed as unanswered.
  { sessionId: 'demo-lucas', questions: ['Do you sell bonsai trees?'] },
  {
    sessionId: 'demo-sofia',
    questions: ['Can I change my order after I paid?'],
    feedback: 'negative',
    isWaiting: true,
  },
];

/** Refused requests, as by a tight rate limit, leave the console with less to show. @param address where the service listens */
export async function askAsVisitors(address: string, { chatbotId, apiKey }: DemoAccess): Promise<void> {
  const post = async (path: string, body: object): Promise<string> => {
    const response = await fetch(`${address}/api/chat/${chatbotId}/${path}`, {
      method: 'POST',
      headers: { 'x-widget-key': apiKey, origin: address, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return response.text();
  };
  for (const { sessionId, questions, feedback, isWaiting = false } of VISITORS) {
    let answer = '';
    for (const message of questions) answer = await post('message', { sessionId, message });
    const [, messageId] = /"messageId":"([^"]+)"/.exec(answer) ?? [];
    if (feedback !== undefined && messageId !== undefined) await post('feedback', { sessionId, messageId, feedback });
    if (isWaiting) await post('handoff', { sessionId });
  }
}
