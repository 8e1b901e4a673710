import { isIP } from 'node:net';
import { credentials } from '@grpc/grpc-js';

interface Connector {
  readonly connectionOptions: { servername?: string };
}

/** Internals of the TLS credentials of grpc-js, whose types omit them. */
interface SecureCredentials {
  _createSecureConnector(...args: unknown[]): Connector;
}

let patched = false;

/**
 * Patches grpc-js, once, to send no TLS server name for IP addresses: RFC 6066 forbids it, and Node throws from version 26 on.
 * Node then verifies the certificate against the address. The client creates the credentials in its constructor, so only the
 * class can be patched.
 */
export function allowTlsToAddresses(): void {
  if (patched) return;
  patched = true;
  const secure = Object.getPrototypeOf(credentials.createSsl()) as SecureCredentials;
  const createConnector = secure._createSecureConnector;
  secure._createSecureConnector = function withoutAddressAsName(this: SecureCredentials, ...args) {
    const connector = createConnector.apply(this, args);
    if (isIP(connector.connectionOptions.servername ?? '') !== 0) delete connector.connectionOptions.servername;
    return connector;
  };
}
