import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { requireDataFile } from '../../../src/composition/stores/data-file.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

describe('A file of the data folder that a command needs', () => {
  test('is enough when it can be read', () => {
    const directory = temporaryDirectory();
    writeFileSync(join(directory, 'events.db'), 'SQLite');
    expect(() => requireDataFile(directory, 'events.db')).not.toThrow();
  });

  test('is told to be missing, also when the folder is', () => {
    const directory = temporaryDirectory();
    for (const folder of [directory, join(directory, 'nowhere')]) {
      expect(() => requireDataFile(folder, 'events.db')).toThrow(
        `There is no events.db in ${folder}. Set DATA_DIR to the folder of the service.`,
      );
    }
  });

  test('is told to come with the next start, where a restore leaves it out', () => {
    const directory = temporaryDirectory();
    expect(() => requireDataFile(directory, 'documents.db')).toThrow(
      `There is no documents.db in ${directory}. Set DATA_DIR to the folder of the service, and start the service once, which builds this file.`,
    );
  });

  test('is not taken for a new database when it is empty', () => {
    const directory = temporaryDirectory();
    for (const name of ['keys.db', 'documents.db']) writeFileSync(join(directory, name), '');
    expect(() => requireDataFile(directory, 'keys.db')).toThrow('keys.db is empty. Restore the data folder');
    expect(() => requireDataFile(directory, 'documents.db')).toThrow('documents.db is empty. Start the service once');
  });

  test('is told apart from one that cannot be read', () => {
    const directory = temporaryDirectory();
    const path = join(directory, 'events.db');
    // The one refusal that root meets too.
    symlinkSync(path, path);
    expect(() => requireDataFile(directory, 'events.db')).toThrow(
      `${path} cannot be read (ELOOP). Run the command as the user of the service.`,
    );
  });
});
