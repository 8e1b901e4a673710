import { describe } from 'vitest';
import { describeEventLogContract } from '../../contracts/event-log.ts';
import { engineUrl } from '../../support/engines/engine-url.ts';
import { openOnRealServer } from '../../support/engines/eventstoredb/open.ts';

describe.skipIf(engineUrl('EVENTSTOREDB_PROGRAM') === null)('A real EventStoreDB', () => {
  describeEventLogContract('EventStoreDB', openOnRealServer);
});
