import { createSecretKey, randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { MongoUrlInvalid } from '../../../src/adapters/mongodb/client.ts';
import { openMongo } from '../../../src/adapters/mongodb/open-mongo.ts';
import { StoreUnavailable } from '../../../src/ports/store-unavailable.ts';
import { failureOf, saidBy } from '../../support/failures.ts';
import { freePort } from '../../support/servers/free-port.ts';

const masterKey = createSecretKey(randomBytes(32));

describe('MongoDB', () => {
  test.each(['', 'http://ada:hunter2@localhost', 'mongodb://ada:hunter2@', 'mongodb://a:hunter2@b/?tls=perhaps'])(
    'is not looked for at %j, and the address is not repeated',
    async (url) => {
      const failure = await failureOf(openMongo({ url, masterKey }));
      expect(failure).toBeInstanceOf(MongoUrlInvalid);
      expect(saidBy(failure)).not.toContain('hunter2');
    },
  );

  test.each([
    ['/nowhere/ca.pem', '/nowhere/ca.pem, which cannot be read (ENOENT)'],
    ['/', 'which cannot be read (EISDIR)'],
  ])('is not looked for with certificates that cannot be read, and the variable is named: %s', async (file, fault) => {
    const url = `mongodb://ada:hunter2@127.0.0.1:1/x?tls=true&tlsCAFile=${file}`;
    const failure = await failureOf(openMongo({ url, masterKey }));
    expect(failure).toBeInstanceOf(MongoUrlInvalid);
    expect(saidBy(failure)).toContain('MONGODB_URL ');
    expect(saidBy(failure)).toContain(fault);
    expect(saidBy(failure)).not.toContain('hunter2');
  });

  test('that is unreachable is reported within the timeout of the URL, without the password', async () => {
    const url = `mongodb://ada:hunter2@127.0.0.1:${await freePort()}/x?serverSelectionTimeoutMS=200`;
    const began = performance.now();
    const failure = await failureOf(openMongo({ url, masterKey }));
    expect(performance.now() - began).toBeLessThan(3_000);
    expect(failure).toBeInstanceOf(StoreUnavailable);
    expect(failure).toMatchObject({ store: 'mongodb' });
    expect(saidBy(failure)).not.toContain('hunter2');
  });
});
