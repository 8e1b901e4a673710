import { describeEventLogContract } from '../../contracts/event-log.ts';
import { openOnTestServer } from '../../support/engines/eventstoredb/open.ts';

// The test server stands in for faults of a real one: it must keep the same contract, which test/distributed holds a real one to.
describeEventLogContract('the test server of EventStoreDB', openOnTestServer);
