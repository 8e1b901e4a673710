import { describe, onTestFinished, vi } from 'vitest';
import { describeBlobsContract } from '../../contracts/blobs.ts';
import { describeCountersContract } from '../../contracts/counters.ts';
import { describeDocumentsContract } from '../../contracts/documents.ts';
import { describeEmbeddingCacheContract } from '../../contracts/embedding-cache.ts';
import { describeIdempotencyBound, describeIdempotencyContract } from '../../contracts/idempotency.ts';
import { describeKeysContract } from '../../contracts/keys.ts';
import { describeRateLimitsContract } from '../../contracts/rate-limits.ts';
import { describeTreeHeadsContract } from '../../contracts/tree-heads.ts';
import { engineUrl } from '../../support/engines/engine-url.ts';
import {
  answersEachUpdate,
  emptyPlaceOf,
  openMongoFor,
  ordersByBytes,
  ownDatabase,
  rateLimitsFor,
} from '../../support/engines/mongodb.ts';

const url = engineUrl('MONGODB_URL');
const server = url ?? '';
const byBytes = url !== null && (await ordersByBytes(server));
if (url !== null && !byBytes)
  console.log('This server orders texts by UTF-16: their order beyond U+FFFF is not tried.');
const countsExactly = url !== null && (await answersEachUpdate(server));
if (url !== null && !countsExactly)
  console.log('This server answers an update with the document of a later one: limits may refuse too early here.');

describe.skipIf(url === null)('With a MongoDB server:', () => {
  describeDocumentsContract('MongoDB', emptyPlaceOf(server, 'documents'), { ordersBeyondFfff: byBytes });
  describeKeysContract('MongoDB', emptyPlaceOf(server, 'keys'));
  describeBlobsContract('MongoDB', emptyPlaceOf(server, 'blobs'));
  describeTreeHeadsContract('MongoDB', emptyPlaceOf(server, 'treeHeads'));
  describeCountersContract('MongoDB', emptyPlaceOf(server, 'counters'));
  describeEmbeddingCacheContract('MongoDB', emptyPlaceOf(server, 'embeddingCache'));

  describeIdempotencyContract('MongoDB', emptyPlaceOf(server, 'idempotency'));
  describeIdempotencyBound('MongoDB', async () => {
    return (await openMongoFor(ownDatabase(server), { maxIdempotentRequests: 20 })).idempotency;
  });

  const openRateLimits = async () => {
    // The clock of this machine is ahead of the one that all nodes share.
    const rateLimits = await rateLimitsFor(ownDatabase(server), { now: () => Date.now() - 90_000 });
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    return { rateLimits, elapse: async (seconds: number) => void vi.setSystemTime(Date.now() + seconds * 1000) };
  };
  describeRateLimitsContract('MongoDB', openRateLimits, { answersEachUpdate: countsExactly });
});
