/** Erasures since a backup: from an exported list, and from the data folder that the backup replaces. */
import { createReadStream, existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { describeKeys, erasedSubjects } from '../../adapters/sqlite/backup/embedded-copies.ts';
import { parseJson } from '../../lib/parse-json.ts';
import { errorCode } from '../../lib/thrown.ts';
import type { KeySubject } from '../../ports/keys.ts';
import { type BackupManifest, BackupRefused } from './manifest.ts';

const ID = '[A-Za-z0-9-]{1,64}';
/** The first line names the installation, each other line a subject, and the last counts them: a list that was cut off ends between lines. */
const Header = Compile(Type.Object({ erasuresOf: Type.String() }));
const Line = Compile(
  Type.Object({ subject: Type.String({ pattern: `^(?:account:${ID}|chatbot:${ID}(?:/[a-z]+:${ID})?)$` }) }),
);
const Footer = Compile(Type.Object({ erasures: Type.Integer({ minimum: 0 }) }));

/** Lines that `npm run` prints above the output of a program. */
const NPM_BANNER = /^(?:> .*)?$/;

/** @throws BackupRefused when the file is no list of this installation */
export async function readErasures(path: string, manifest: BackupManifest): Promise<readonly KeySubject[]> {
  try {
    return await parseErasures(path, manifest);
  } catch (error) {
    const code = errorCode(error);
    throw code === undefined ? error : new BackupRefused(`${path} cannot be read (${code}).`);
  }
}

async function parseErasures(path: string, { installationId }: BackupManifest): Promise<readonly KeySubject[]> {
  const subjects: KeySubject[] = [];
  let number = 0;
  let hasHeader = false;
  let counted: number | null = null;
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY })) {
    number += 1;
    if (!hasHeader && NPM_BANNER.test(line)) continue;
    const value = parseJson(line);
    if (counted !== null) throw notAList(path, number);
    if (hasHeader && Line.Check(value)) subjects.push(value.subject);
    else if (hasHeader && Footer.Check(value)) counted = value.erasures;
    else if (!hasHeader && Header.Check(value)) requireSameInstallation(value.erasuresOf, installationId, path);
    else throw notAList(path, number);
    hasHeader = true;
  }
  if (!hasHeader) throw notAList(path, 1);
  if (counted !== subjects.length) throw cutOff(path);
  return subjects;
}

function cutOff(path: string): BackupRefused {
  return new BackupRefused(
    `${path} was cut off: it does not end with the number of its erasures. Name a whole list. Nothing was changed.`,
  );
}

function requireSameInstallation(listed: string, backedUp: string | null, path: string): void {
  if (listed === backedUp) return;
  throw new BackupRefused(`${path} lists the erasures of another installation than the backup's. Nothing was changed.`);
}

/**
 * Subjects that the replaced key store of the same installation knows as erased.
 * @returns null when it cannot be read
 */
export function formerErasures(dataDir: string, { installationId }: BackupManifest): readonly KeySubject[] | null {
  const path = join(dataDir, 'keys.db');
  if (!existsSync(path)) return [];
  try {
    const isSame = installationId !== null && describeKeys(path).installationId === installationId;
    return isSame ? erasedSubjects(path) : [];
  } catch {
    return null;
  }
}

function notAList(path: string, line: number): BackupRefused {
  return new BackupRefused(
    `${path} is no erasure list: line ${line} is not as \`npm run audit -- erasures\` writes it. Nothing was changed.`,
  );
}
