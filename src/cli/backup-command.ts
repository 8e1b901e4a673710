/** Shared by the commands for backups: progress, signals, exit status. */
import { DataDirUnusable } from '../adapters/files/data-dir.ts';
import { DataDirInUse } from '../adapters/sqlite/thread/data-dir-lock.ts';
import { BackupRefused } from '../composition/backup/manifest.ts';
import { IrreplaceableFileDamaged } from '../composition/stores/irreplaceable-file.ts';
import { DiskUnusable } from '../composition/stores/usable-disk.ts';
import { Progress } from './audit/output.ts';

type OnProgress = (step: string, done: string) => void;

const FAILED = 1;
/** 128 and the number of the signal, as a shell says it. */
const SIGNALS = { SIGINT: 130, SIGTERM: 143 } as const;

class Interrupted extends Error {
  readonly code: number;
  constructor(code: number) {
    super('Interrupted: nothing was changed, and nothing is left behind.');
    this.code = code;
  }
}

/** Exits with status 0, with 1 on a failure, or with the status of the signal that interrupted the work. */
export async function runBackupCommand(
  work: (onProgress: OnProgress, signal: AbortSignal) => Promise<string>,
): Promise<never> {
  const interruption = new AbortController();
  for (const [signal, code] of Object.entries(SIGNALS)) {
    process.on(signal, () => interruption.abort(new Interrupted(code)));
  }
  const progress = new Progress();
  const onProgress: OnProgress = (step, done) => progress.report(() => (done === '' ? step : `${step}: ${done}`));
  try {
    const message = await work(onProgress, interruption.signal);
    progress.end();
    console.log(message);
    process.exit(0);
  } catch (error) {
    progress.end();
    console.error(textOf(error));
    process.exit(error instanceof Interrupted ? error.code : FAILED);
  }
}

/** An error that we expect is one sentence; any other needs its stack. */
function textOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isExpected = [
    BackupRefused,
    DataDirInUse,
    DataDirUnusable,
    DiskUnusable,
    IrreplaceableFileDamaged,
    Interrupted,
  ].some((each) => error instanceof each);
  if (isExpected) return error.message;
  return 'code' in error && typeof error.code === 'string' ? error.message : (error.stack ?? error.message);
}
