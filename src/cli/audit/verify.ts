import { readFile } from 'node:fs/promises';
import { type Finding, type Verdict, verifyLog } from '../../audit/verify/log-verifier.ts';
import { headsBeside, openHeads } from '../../audit/verify/stored-heads.ts';
import { TREE_HEAD_STREAM } from '../../commands/tree-heads.ts';
import { installationKey, type PublicJwk, toPublicJwk } from '../../event-log/tree/signed-head.ts';
import { counted } from '../../lib/counted.ts';
import { parseJson } from '../../lib/parse-json.ts';
import { errorMessage } from '../../lib/thrown.ts';
import { type AuditCommand, type AuditContext, FOUND, OK, parseOptions, UsageError } from './command.ts';
import { Progress, writeOut } from './output.ts';

export const verifyCommand: AuditCommand = {
  usage: `npm run audit -- verify [options]

  --heads FILE   signed heads that were exported earlier (export-heads): the log must continue them
  --key FILE     public key that the heads must be signed with, as JSON (JWK), or a file of exported heads

Without options the key of this installation is used. Heads that were kept elsewhere also prove that the log was not rewritten as a whole.
Prints the first event that is wrong: position, stream@revision, and what is wrong.
Exit status: 0 the log is sound, 1 something was changed, 2 it could not look.`,
  parse(args) {
    const files = parseOptions(args, { heads: { type: 'string' }, key: { type: 'string' } });
    return (context) => printVerdict(files, context);
  },
};

interface Files {
  readonly heads?: string | undefined;
  readonly key?: string | undefined;
}

/** Returns the exit status. @throws UsageError for a file that holds no heads or key */
async function printVerdict({ heads, key }: Files, context: AuditContext): Promise<number> {
  const keptTexts = heads === undefined ? [] : await linesOf(heads);
  if (heads !== undefined && keptTexts.length === 0) throw new UsageError(`${heads} holds no signed heads`);
  const trusted = await trustedKey(key ?? heads);
  const own = await installationKey(context.keys);
  await requireKey(trusted ?? own, context);
  const verdict = await verify(trusted ?? own, keptTexts, context);
  const finding = verdict.finding ?? otherKey(trusted, own);
  await writeOut(`${finding === null ? soundness(verdict) : described(finding)}\n`);
  return finding === null ? OK : FOUND;
}

async function verify(key: PublicJwk | null, kept: readonly string[], context: AuditContext): Promise<Verdict> {
  const raw = await context.openRawLog();
  const progress = new Progress();
  try {
    const beside = key === null ? null : await headsBeside(context.treeHeads, key);
    if (beside?.ok === false) return unsigned(`The tree head ${beside.source} was not signed with the key`);
    const elsewhere = key === null ? null : await openHeads(kept, key, 'kept elsewhere');
    if (elsewhere?.ok === false) {
      throw new Error(`Head ${elsewhere.index + 1} of --heads was cut off or changed, or signed with another key`);
    }
    const heads = [...(beside?.heads ?? []), ...(elsewhere?.heads ?? [])];
    const onProgress = (events: number) => progress.report(() => `${events} events verified`);
    return await verifyLog({ raw, log: context.log, key, heads, onProgress });
  } finally {
    progress.end();
    await raw.close();
  }
}

/** A log with heads cannot be verified without the key that signed them. */
async function requireKey(key: PublicJwk | null, { log }: AuditContext): Promise<void> {
  if (key !== null) return;
  const [head] = await log.readStream(TREE_HEAD_STREAM, { limit: 1 });
  if (head !== undefined) throw new Error('The key store lacks the key that signed the tree heads: give it with --key');
}

async function trustedKey(file: string | undefined): Promise<PublicJwk | null> {
  if (file === undefined) return null;
  const text = await readText(file);
  // The banner of `npm run` may precede the heads.
  for (const json of [text, headLinesIn(text)[0] ?? '']) {
    const value = parseJson(json);
    const key = (await toPublicJwk(value)) ?? (await toPublicJwk(Reflect.get(Object(value), 'key')));
    if (key !== null) return key;
  }
  throw new UsageError(`${file} holds no public key that can be read`);
}

async function linesOf(file: string): Promise<readonly string[]> {
  return headLinesIn(await readText(file));
}

const headLinesIn = (text: string): readonly string[] => text.split('\n').filter((line) => line.startsWith('{"key":'));

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${errorMessage(error)}`);
  }
}

function otherKey(trusted: PublicJwk | null, own: PublicJwk | null): Finding | null {
  if (trusted === null || own === null || trusted.kid === own.kid) return null;
  const problem = `The installation signs with the key ${own.kid}, not with ${trusted.kid}`;
  return { position: null, stream: null, revision: null, problem };
}

const unsigned = (problem: string): Verdict => ({
  finding: { position: null, stream: null, revision: null, problem },
  events: 0,
  signed: null,
  unsigned: 0,
});

function described({ position, stream, revision, problem }: Finding): string {
  if (position === null) return `Changed: ${problem}.`;
  const place = stream === null ? '' : ` (${stream}@${revision})`;
  return `Changed: the event at position ${position}${place} ${problem}.`;
}

function soundness({ events, signed, unsigned: after }: Verdict): string {
  if (signed === null) return `Sound: the hash chains of ${counted(events, 'event')}. No tree head was signed yet.`;
  const time = new Date(signed.at).toISOString();
  const some =
    after === 1
      ? 'The last one is not signed yet, and only its hash chain was checked'
      : `The last ${after} are not signed yet, and only their hash chains were checked`;
  const tail = after === 0 ? 'All are signed' : some;
  return `Sound: ${counted(events, 'event')}. ${tail}. Newest head: ${counted(signed.size, 'event')}, signed ${time}, root ${signed.root}.`;
}
