import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { DataFolder } from '../../../src/composition/stores/data-folder.ts';
import { smallFileSystem } from '../../support/small-file-system.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import {
  backUp,
  contentOf,
  flipByte,
  MASTER_KEY,
  type OpenFolder,
  openFolder,
  restoreInto,
  startRotation,
} from './support.ts';

const CHATBOT = 'chatbot-1';
const SOURCE = `${CHATBOT}/source-1`;

/** A folder of a running service, and the name of a backup. */
async function running(): Promise<{ folder: OpenFolder; target: string; hash: string }> {
  const place = temporaryDirectory();
  const folder = await openFolder(join(place, 'data'));
  onTestFinished(() => folder.close());
  await folder.keys.getOrCreate('chatbot:chatbot-1');
  const { hash } = await folder.blobs.put(SOURCE, Buffer.from('text of the source'));
  await folder.append('DataSourceAdded', 'first');
  return { folder, target: join(place, 'backups', 'monday'), hash };
}

describe('A backup', () => {
  test('holds log, keys, blobs and usage counts, for its owner only, with checksums that sha256sum can check', async () => {
    const { folder, target, hash } = await running();
    const manifest = await backUp(folder.directory, target);
    expect(readdirSync(target).toSorted()).toEqual(
      ['SHA256SUMS', 'blobs', 'events.db', 'keys.db', 'manifest.json', 'side.db'].toSorted(),
    );
    expect(manifest).toMatchObject({ files: 4, log: { position: '1' }, masterKeyIncluded: false, damagedBlobs: [] });
    expect(readFileSync(join(target, 'SHA256SUMS'), 'utf8')).toContain(
      `${hash}  blobs/${SOURCE}/${hash.slice(0, 2)}/${hash}\n`,
    );
    for (const path of globSync('**/*', { cwd: target })) {
      const found = statSync(join(target, path));
      expect([path, found.mode & 0o777]).toEqual([path, found.isDirectory() ? 0o700 : 0o600]);
    }
    expect(statSync(target).mode & 0o777).toBe(0o700);
  });

  test('asks for room where no more files fit on the disk', async () => {
    const mounted = smallFileSystem('nr_inodes=1');
    if (mounted === null) return;
    const { folder } = await running();
    await expect(backUp(folder.directory, join(mounted, 'monday'))).rejects.toThrow(
      /^The disk of .+monday is full \(ENOSPC: .+\): make room on it, and back up again\.$/,
    );
  });

  test('includes the master key only when that is asked for', async () => {
    const { folder, target } = await running();
    expect(await backUp(folder.directory, target, { includeMasterKey: true })).toMatchObject({
      masterKeyIncluded: true,
    });
    expect(readFileSync(join(target, 'master.key'), 'utf8')).toBe(`${MASTER_KEY}\n`);
  });

  test('includes no other key than the one that opens it', async () => {
    const { folder, target } = await running();
    const config = { dataDir: folder.directory, masterKey: null, eventStoreUrl: null, mongoUrl: null };
    const made = () => backUp(folder.directory, target, { config, includeMasterKey: true });
    await expect(made()).rejects.toThrow(`There is no master.key in ${folder.directory}, and MASTER_KEY is not set.`);
    for (const text of ['no key', Buffer.alloc(32, 8).toString('base64')]) {
      writeFileSync(join(folder.directory, 'master.key'), text);
      await expect(made()).rejects.toThrow('master.key is not the key that opens');
    }
    writeFileSync(join(folder.directory, 'master.key'), MASTER_KEY);
    expect(await made()).toMatchObject({ masterKeyIncluded: true });
  });

  test('is refused with another key than the one that opens it, which its owner would keep for it', async () => {
    const { folder, target } = await running();
    const config = { dataDir: folder.directory, masterKey: null, eventStoreUrl: null, mongoUrl: null };
    const other = { ...config, masterKey: Buffer.alloc(32, 8).toString('base64') };
    await expect(backUp(folder.directory, target, { config: other })).rejects.toThrow(
      `MASTER_KEY is not the key that opens ${join(folder.directory, 'keys.db')}.`,
    );
    expect(await backUp(folder.directory, target, { config })).toMatchObject({ masterKeyIncluded: false });
  });

  test.each([
    ['events.db', /^The event log \(\S+events\.db\) is damaged: file is not a database\./],
    ['keys.db', /^The key store \(\S+keys\.db\) is damaged: file is not a database\./],
    ['side.db', /side\.db is damaged \(file is not a database\)\. Start the service, which moves it aside/],
  ])('is refused where %s is damaged, in a sentence that names it', async (file, sentence) => {
    const { folder, target } = await running();
    await folder.close();
    const path = join(folder.directory, file);
    writeFileSync(path, 'no database'.repeat(1_000));
    await expect(backUp(folder.directory, target)).rejects.toThrow(sentence);
    writeFileSync(path, '');
    if (file !== 'side.db') await expect(backUp(folder.directory, target)).rejects.toThrow(`${path} is empty.`);
    expect(readdirSync(join(target, '..'))).toEqual([]);
  });

  test('loses to another that was made in the same folder meanwhile, in a sentence', async () => {
    const { folder, target } = await running();
    const onProgress = (step: string) => {
      if (step === 'checksums') mkdirSync(join(target, 'x'), { recursive: true });
    };
    await expect(backUp(folder.directory, target, { onProgress })).rejects.toThrow(
      `${target} was filled meanwhile, perhaps by another backup. Name a new folder.`,
    );
    expect(readdirSync(join(target, '..'))).toEqual(['monday']);
  });

  test('lets writers go on, and stays as the log was when its snapshot was taken', async () => {
    const { folder, target, hash } = await running();
    let written = 0;
    const writes: Promise<void>[] = [];
    const manifest = await backUp(folder.directory, target, {
      onProgress: (step) => {
        if (step === 'log') writes.push(folder.append('MessageRecorded', `later-${written++}`));
      },
    });
    await Promise.all(writes);
    expect(written).toBeGreaterThan(0);
    const { types, texts } = await restored(target, hash);
    expect(types).toHaveLength(Number(manifest.log?.position));
    expect(types[0]).toBe('DataSourceAdded');
    expect(texts).toEqual(['text of the source']);
  });

  test('never holds the log without a deletion whose blobs it lacks', async () => {
    const { folder, target, hash } = await running();
    let isDeleted = false;
    // Between the copy of the blobs and the next look at them.
    const removal = async () => {
      await folder.append('DataSourceDeleted', 'deletion');
      await folder.blobs.deleteScope(SOURCE);
    };
    let removed: Promise<void> = Promise.resolve();
    await backUp(folder.directory, target, {
      onProgress: (step) => {
        if (step !== 'files' || isDeleted) return;
        isDeleted = true;
        removed = removal();
      },
    });
    await removed;
    const { types, texts } = await restored(target, hash);
    expect(types.includes('DataSourceDeleted')).toBe(texts[0] === '');
  });

  test('is refused while a rotation of the master key is unfinished', async () => {
    const { folder, target } = await running();
    await startRotation(folder.directory);
    await expect(backUp(folder.directory, target)).rejects.toThrow('A rotation of the master key is not finished');
    expect(existsSync(target)).toBe(false);
  });

  test('leaves a damaged blob out and names it', async () => {
    const { folder, target, hash } = await running();
    const path = `blobs/${SOURCE}/${hash.slice(0, 2)}/${hash}`;
    flipByte(join(folder.directory, path));
    expect(await backUp(folder.directory, target)).toMatchObject({ damagedBlobs: [path], files: 3 });
  });

  test('that is interrupted leaves nothing, and one that was killed has no manifest', async () => {
    const { folder, target } = await running();
    const interruption = new AbortController();
    const onProgress = (step: string) => {
      if (step === 'log') interruption.abort(new Error('interrupted'));
    };
    const stopped = backUp(folder.directory, target, { signal: interruption.signal, onProgress });
    await expect(stopped).rejects.toThrow('interrupted');
    expect(readdirSync(join(target, '..'))).toEqual([]);
    await expect(restoreInto(join(temporaryDirectory(), 'data'), target)).rejects.toThrow('is no backup');
  });

  test.each([
    [
      'is refused over another folder',
      'is not empty',
      (target: string) => mkdirSync(join(target, 'x'), { recursive: true }),
    ],
    ['may be made in an empty folder', null, (target: string) => mkdirSync(target, { recursive: true })],
  ])('%s', async (_, refusal, prepare) => {
    const { folder, target } = await running();
    prepare(target);
    const made = backUp(folder.directory, target);
    if (refusal === null) expect(await made).toMatchObject({ files: 4 });
    else await expect(made).rejects.toThrow(refusal);
  });

  test.runIf(process.platform === 'linux')('is refused where no folder can be created', async () => {
    const { folder } = await running();
    await expect(backUp(folder.directory, '/proc/backup')).rejects.toThrow(
      'No folder can be created in /proc (ENOENT). Name a folder where this user may create one.',
    );
  });

  test('is refused in the data folder, of a folder without a log, and of distributed stores', async () => {
    const { folder, target } = await running();
    await expect(backUp(folder.directory, join(folder.directory, 'backup'))).rejects.toThrow(
      'is inside the data folder',
    );
    await expect(backUp(temporaryDirectory(), target)).rejects.toThrow('There is nothing to back up');
    const shared = { dataDir: folder.directory, masterKey: MASTER_KEY, eventStoreUrl: 'esdb://x', mongoUrl: null };
    await expect(backUp(folder.directory, target, { config: shared })).rejects.toThrow(
      /^This command can back up embedded stores only, and EVENTSTORE_URL is set: .*docs\/operations\/backup\.md says\.$/,
    );
    expect(existsSync(target)).toBe(false);
  });
});

async function restored(target: string, hash: string) {
  const dataDir = join(temporaryDirectory(), 'restored');
  await restoreInto(dataDir, target);
  const folder = await DataFolder.open(dataDir, () => undefined);
  folder.release();
  return contentOf(dataDir, [[SOURCE, hash]]);
}
