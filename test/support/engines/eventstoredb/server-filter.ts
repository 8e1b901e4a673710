import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js';
import type { StoredRecord } from './server-log.ts';

export type AllowsRecord = (record: StoredRecord) => boolean;

/** The options of a filter as subscriptions and groups send them. */
type FilterOptions = Pick<
  ReadReq.Options.FilterOptions,
  'hasStreamIdentifier' | 'getStreamIdentifier' | 'getEventType'
>;

/** A filter is a regular expression or prefixes, over names of streams or over types. */
export function serverFilter(options: FilterOptions | undefined): AllowsRecord {
  if (options === undefined) return () => true;
  const byStream = options.hasStreamIdentifier();
  const expression = byStream ? options.getStreamIdentifier() : options.getEventType();
  const prefixes = expression?.getPrefixList() ?? [];
  const regex = new RegExp(expression?.getRegex() ?? '');
  return (record) => {
    const name = byStream ? record.stream : record.type;
    return prefixes.length > 0 ? prefixes.some((prefix) => name.startsWith(prefix)) : regex.test(name);
  };
}
