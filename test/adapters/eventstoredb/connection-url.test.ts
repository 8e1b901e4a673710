import { describe, expect, test } from 'vitest';
import { parseConnectionUrl } from '../../../src/adapters/eventstoredb/connection-url.ts';

describe('A connection string of EventStoreDB', () => {
  test('names a host, and TLS is on unless it says otherwise', () => {
    expect(parseConnectionUrl('esdb://localhost')).toEqual({
      endpoints: [{ address: 'localhost', port: 2113 }],
      discover: false,
      tls: true,
      verifyCertificate: true,
      credentials: null,
      caFile: null,
      userCertificate: null,
      connectionName: null,
      client: {},
      deadlineMs: null,
      prefix: '',
    });
    expect(parseConnectionUrl('esdb://127.0.0.1:9000?tls=false').tls).toBe(false);
    expect(parseConnectionUrl('esdb://host/?Tls=FALSE').tls).toBe(false);
  });

  test.each(['esdb', 'kurrentdb', 'kurrent', 'kdb', 'KURRENTDB'])('may begin with %s', (scheme) => {
    expect(parseConnectionUrl(`${scheme}://host`).discover).toBe(false);
    expect(parseConnectionUrl(`${scheme}+discover://host`).discover).toBe(true);
  });

  test('names several hosts, by name or number', () => {
    const { endpoints } = parseConnectionUrl('esdb://node-1.db,10.0.0.2:2114,[::1]:2115?nodePreference=leader');
    expect(endpoints).toEqual([
      { address: 'node-1.db', port: 2113 },
      { address: '10.0.0.2', port: 2114 },
      { address: '[::1]', port: 2115 },
    ]);
  });

  test('holds credentials, escaped where they need it', () => {
    const { credentials } = parseConnectionUrl('esdb://ad%40min:p%3Aa:ss%2F%3F@host');
    expect(credentials).toEqual({ username: 'ad@min', password: 'p:a:ss/?' });
  });

  test('holds options under any spelling of their names', () => {
    const settings = parseConnectionUrl(
      'esdb://host?tls-verify-cert=false&tlsCAFile=%2Fca.pem&user_cert_file=a&userKeyFile=b&connectionName=n' +
        '&defaultDeadline=5000&node_preference=ReadOnlyReplica&keepAliveInterval=-1&gossipTimeout=3&throwOnAppendFailure=true&prefix=shop_2',
    );
    expect(settings).toMatchObject({
      verifyCertificate: false,
      caFile: '/ca.pem',
      userCertificate: { certFile: 'a', keyFile: 'b' },
      connectionName: 'n',
      deadlineMs: 5000,
      prefix: 'shop_2',
      client: { nodePreference: 'read_only_replica', keepAliveInterval: -1, gossipTimeout: 3 },
    });
  });

  test.each([
    '',
    'host:2113',
    'http://user:hush@host',
    'esdb://',
    'esdb://user:hush@',
    'esdb://hush@host',
    'esdb://:hush@host',
    'esdb://user:hush%zz@host',
    'esdb://user:hush@host:port',
    'esdb://user:hush@host:0',
    'esdb://user:hush@host:70000',
    'esdb://user:hush@ho st',
    'esdb://user:hush@host,',
    'esdb://user:hush@host?tls=hush',
    'esdb://user:hush@host?tls',
    'esdb://user:hush@host?secret=hush',
    'esdb://user:hush@host?nodePreference=hush',
    'esdb://user:hush@host?defaultDeadline=0',
    'esdb://user:hush@host?gossipTimeout=hush',
    'esdb://user:hush@host?userCertFile=hush',
    'esdb://user:hush@host?tlsCaFile=%zz',
  ])('is refused without being repeated: %s', (url) => {
    let error: unknown;
    try {
      parseConnectionUrl(url);
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(TypeError);
    expect(String(error)).not.toContain('hush');
  });
});
