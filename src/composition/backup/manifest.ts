/** `manifest.json` of a backup. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { MANIFEST } from '../../adapters/files/backup-folder.ts';
import { parseJson } from '../../lib/parse-json.ts';
import { errorCode } from '../../lib/thrown.ts';

/** Raise when older releases cannot restore the backup. */
const FORMAT = 1;
const MAX_MANIFEST_BYTES = 1_000_000;

const HEX = '^[0-9a-f]{64}$';

const BackupManifest = Type.Object({
  format: Type.Integer({ minimum: 1 }),
  release: Type.String({ maxLength: 100 }),
  createdAt: Type.String({ maxLength: 40 }),
  installationId: Type.Union([Type.String({ maxLength: 100 }), Type.Null()]),
  /** `null` for an empty log. */
  log: Type.Union([
    Type.Object({ position: Type.String({ pattern: '^[0-9]{1,19}$' }), eventId: Type.String({ maxLength: 100 }) }),
    Type.Null(),
  ]),
  keyRevision: Type.Integer({ minimum: 0 }),
  masterKeyIncluded: Type.Boolean(),
  /** Excluded blobs, whose bytes no longer had their hash. */
  damagedBlobs: Type.Array(Type.String({ maxLength: 300 }), { maxItems: 1_000 }),
  files: Type.Integer({ minimum: 0 }),
  bytes: Type.Integer({ minimum: 0 }),
  /** SHA-256 of the file of checksums. */
  checksums: Type.String({ pattern: HEX }),
});

export type BackupManifest = Static<typeof BackupManifest>;

const VALIDATOR = Compile(BackupManifest);

/** The message is a sentence for operators. */
export class BackupRefused extends Error {
  override readonly name = 'BackupRefused';
}

export async function writeManifest(directory: string, manifest: Omit<BackupManifest, 'format'>): Promise<void> {
  const text = `${JSON.stringify({ format: FORMAT, ...manifest }, null, 2)}\n`;
  await writeFile(join(directory, MANIFEST), text, { flag: 'wx', mode: 0o600, flush: true });
}

/** @throws BackupRefused */
export async function readManifest(directory: string): Promise<BackupManifest> {
  const path = join(directory, MANIFEST);
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    const code = errorCode(error);
    if (code !== 'ENOENT' && code !== 'ENOTDIR') throw new BackupRefused(`${path} cannot be read (${code}).`);
    throw new BackupRefused(
      `${directory} is no backup: it has no ${MANIFEST}, which a backup writes last. Choose a backup that was finished.`,
    );
  });
  const manifest = text.length > MAX_MANIFEST_BYTES ? null : parseJson(text);
  if (manifest === null || !VALIDATOR.Check(manifest)) {
    throw new BackupRefused(`The backup ${directory} is damaged: ${MANIFEST} is not as it was written.`);
  }
  if (manifest.format > FORMAT) {
    throw new BackupRefused(
      `The backup ${directory} was made by the newer release ${manifest.release}: restore it with that release.`,
    );
  }
  return manifest;
}
