import type { FastifyInstance } from 'fastify';
import { widgetCors } from '../plugins/browser-security/cors.ts';
import { noStore } from '../plugins/browser-security/no-store.ts';
import { clientAddress } from '../plugins/client-address/client-address.ts';
import { fairReads } from '../plugins/fair-share/fair-reads.ts';
import { idempotency } from '../plugins/idempotency/idempotency.ts';
import { limitByAddress, limitVisitors } from '../plugins/rate-limiting/rate-limiting.ts';
import { requireReadiness } from '../plugins/readiness-gate.ts';
import { requireWidgetKey, visitor } from '../plugins/widget-key/widget-key.ts';
import { widgetChatRoutes } from '../routes/widget/widget-chat.ts';
import { widgetEventRoutes } from '../routes/widget/widget-events.ts';
import { widgetHandoffRoutes } from '../routes/widget/widget-handoff.ts';
import type { StreamingScopeOptions } from './streaming-scope.ts';

/** Plugins and routes of pages of any site, with a widget key and no cookies. */
export async function widgetScope(app: FastifyInstance, options: StreamingScopeOptions): Promise<void> {
  const { deps, channels, streams, interrupts } = options;
  await app.register(widgetCors);
  await app.register(noStore);
  await app.register(limitByAddress, { rate: 'widget-address' });
  await app.register(requireReadiness);
  await app.register(requireWidgetKey, deps);
  await app.register(limitVisitors);
  await app.register(fairReads, { callerOf: clientAddress });
  await app.register(idempotency, { ...deps, callerOf: visitor });
  await app.register(widgetChatRoutes, { ...deps, streams, interrupts });
  await app.register(widgetHandoffRoutes, deps);
  await app.register(widgetEventRoutes, { ...deps, channels });
}
