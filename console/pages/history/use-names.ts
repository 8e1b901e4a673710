import { useMemo } from 'preact/hooks';
import { useQuery } from '../../api/query.ts';
import type { DataSource, LeadDetails } from '../../api/types.ts';
import { titleOf } from '../content/source-words.ts';
import { type SourceList, sourcesPath } from '../content/use-sources.ts';
import { nameOf } from '../conversations/visitor-name.ts';
import type { AuditEvent, AuditEventPage } from './types.ts';
import { eventsPath } from './use-events.ts';
import { hasErased } from './words.ts';

/** Newest events that name what others hold by id. Leads are fetched apart, since they may be many. */
const NAMING = [['DataSourceAdded', 'WidgetKeyGenerated'], ['LeadCaptured']] as const;
const MAX_NAMING = 500;

/** Names of sources, keys and visitors by id. Those of deleted sources are erased. */
export function useNames(chatbotId: string, shown: readonly AuditEvent[] | undefined): ReadonlyMap<string, string> {
  const [content, leads] = NAMING.map(
    (types) => useQuery<AuditEventPage>(eventsPath(chatbotId, { types, limit: MAX_NAMING })).data,
  );
  // Sources beyond those events are named by the list.
  const sources = useQuery<SourceList>(content?.nextAfter ? sourcesPath(chatbotId) : null).data?.dataSources;
  return useMemo(() => {
    const names = new Map(sources?.map((source) => [source.id, titleOf(source)]));
    // Newest last, so that it wins.
    for (const event of [content?.events, leads?.events, shown].flatMap((events) => events ?? []).reverse())
      addName(event, names);
    return names;
  }, [content, leads, sources, shown]);
}

type Named = Readonly<Partial<Record<'sourceId' | 'keyId' | 'conversationId' | 'sessionId' | 'label', string>>>;

function addName(event: AuditEvent, names: Map<string, string>): void {
  const { type, data } = event;
  if (data === null || hasErased(event)) return;
  const { sourceId = '', keyId = '', conversationId = '', sessionId, label = '' } = data as Named;
  if (type === 'DataSourceAdded') names.set(sourceId, titleOf(data as unknown as DataSource));
  if (type === 'WidgetKeyGenerated') names.set(keyId, label);
  if (type === 'LeadCaptured')
    names.set(conversationId, nameOf({ lead: data as unknown as LeadDetails, sessionId: conversationId }));
  else if (sessionId !== undefined && !names.has(conversationId))
    names.set(conversationId, nameOf({ lead: null, sessionId }));
}
