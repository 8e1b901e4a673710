import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openFileTreeHeads } from '../../../src/adapters/files/tree-heads.ts';
import { describeTreeHeadsContract } from '../../contracts/tree-heads.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

describeTreeHeadsContract('a file', () => {
  const directory = temporaryDirectory();
  return async () => openFileTreeHeads({ directory });
});

describe('The file of the newest tree head', () => {
  test('is read by its owner alone, and a crash while it was replaced leaves nothing in the way', async () => {
    const directory = temporaryDirectory();
    writeFileSync(join(directory, 'tree-head.json.new'), 'half a he');
    const heads = openFileTreeHeads({ directory });
    await heads.replace(1, '{"size":1}');
    expect(readdirSync(directory)).toEqual(['tree-head.json']);
    expect(statSync(join(directory, 'tree-head.json')).mode & 0o777).toBe(0o600);
  });

  test('is replaced when it is damaged', async () => {
    const directory = temporaryDirectory();
    writeFileSync(join(directory, 'tree-head.json'), '{"size":');
    const heads = openFileTreeHeads({ directory });
    await heads.replace(1, '{"size":1}');
    expect(await heads.newest()).toBe('{"size":1}');
  });
});
