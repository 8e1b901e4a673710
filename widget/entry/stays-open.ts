import { page } from '../shared/page.ts';
import { recall } from '../shared/tab-memory.ts';

/** Screens that the chat fills. */
const WHOLE_SCREEN = '(max-width: 480px), (max-height: 480px)';

/** The chat stays open while its visitor follows links of the site and goes back, except where it would cover the page. */
export function staysOpen(chatbotId: string): boolean {
  if (recall(chatbotId, 'open') === '' || matchMedia(WHOLE_SCREEN).matches) return false;
  const [arrival] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (arrival?.type === 'back_forward') return true;
  return arrival?.type !== 'reload' && page.referrer.startsWith(`${location.origin}/`);
}
