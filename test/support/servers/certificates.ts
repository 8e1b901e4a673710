/** Certificates for servers of a test's own. They need the program `openssl`. */
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

const OPENSSL = process.platform === 'win32' ? 'openssl.exe' : 'openssl';
const KEY_FORM = ['-newkey', 'rsa:2048', '-nodes', '-days', '2'];
/** This machine by name and by address. */
const LOOPBACK = ['DNS:localhost', 'IP:127.0.0.1', 'IP:::1'];

export interface Certificates {
  /** A folder with nothing but the certificate of the authority. */
  readonly authorityFolder: string;
  /** Paths of PEM files. */
  readonly authority: string;
  readonly certificate: string;
  readonly key: string;
}

export function hasOpenssl(): boolean {
  try {
    execFileSync(OPENSSL, ['version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** An authority, and a certificate of it for a server on this machine. @param names that the certificate holds for */
export function makeCertificates(directory: string, names: readonly string[] = LOOPBACK): Certificates {
  const authorityFolder = join(directory, 'authority');
  mkdirSync(authorityFolder);
  const authority = join(authorityFolder, 'ca.pem');
  const [authorityKey, certificate, key] = ['ca-key.pem', 'node.pem', 'node-key.pem'].map((name) =>
    join(directory, name),
  ) as [string, string, string];
  const request = (...words: string[]) =>
    execFileSync(OPENSSL, ['req', '-x509', ...KEY_FORM, ...words], { stdio: 'ignore' });
  request('-subj', '/CN=Test authority', '-keyout', authorityKey, '-out', authority);
  request(
    ...['-subj', '/CN=eventstoredb-node', '-CA', authority, '-CAkey', authorityKey, '-keyout', key],
    ...['-out', certificate, '-addext', `subjectAltName=${names}`, '-addext', 'basicConstraints=critical,CA:FALSE'],
    ...['-addext', 'extendedKeyUsage=serverAuth,clientAuth'],
  );
  return { authorityFolder, authority, certificate, key };
}
