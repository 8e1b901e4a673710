import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type ConnectionSettings, EventStoreUrlInvalid } from './connection-url.ts';

/** @throws EventStoreUrlInvalid when a file cannot be read or holds no certificate or key */
export function certificatesOf({ caFile, userCertificate, verifyCertificate }: ConnectionSettings) {
  return {
    insecure: false,
    ...(caFile === null ? {} : { rootCertificate: pem('tlsCaFile', caFile, parseCertificate) }),
    ...(userCertificate === null
      ? {}
      : {
          userCertFile: pem('userCertFile', userCertificate.certFile, parseCertificate),
          userKeyFile: pem('userKeyFile', userCertificate.keyFile, createPrivateKey),
        }),
    ...(verifyCertificate ? {} : { verifyOptions: { rejectUnauthorized: false } }),
  };
}

const parseCertificate = (content: Buffer) => new X509Certificate(content);

/** @param parse OpenSSL's check of the content */
function pem(option: string, file: string, parse: (content: Buffer) => unknown): Buffer {
  let content: Buffer;
  try {
    content = readFileSync(file);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'error';
    throw new EventStoreUrlInvalid(`${option} names ${file}, which cannot be read (${code})`);
  }
  try {
    parse(content);
  } catch {
    throw new EventStoreUrlInvalid(`${option} names ${file}, which is not a PEM file of the kind it must be`);
  }
  return content;
}
