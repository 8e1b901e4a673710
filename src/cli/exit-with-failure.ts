import { diskRefusalIn, diskSentence } from '../composition/stores/usable-disk.ts';
import { errorMessage } from '../lib/thrown.ts';

/** Ends a command that failed, with status 1. A full or failing disk is named, with what to do. */
export function exitWithFailure(error: unknown, dataDir: string): never {
  const refusal = diskRefusalIn(error);
  const sentence =
    refusal === null
      ? errorMessage(error)
      : `${diskSentence(`DATA_DIR ${dataDir}`, refusal, error)}, and run the same command again.`;
  console.error(sentence);
  process.exit(1);
}
