import { describeEventLogContract } from '../../contracts/event-log.ts';
import { openOnTestServer } from '../../support/eventstoredb/open.ts';

describeEventLogContract('EventStoreDB', openOnTestServer);
