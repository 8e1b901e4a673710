/** `npm run audit -- replay` on the real program: what it rebuilds from the log is what the service shows. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ask, historyOf, openShop, reopened, type Shop, stop } from '../faults/support/backed-up-shop.ts';
import { runProgram } from '../support/processes/service-process.ts';
import { directoryOfFile } from '../support/temporary-directory.ts';

const directory = directoryOfFile();
const temporary = directoryOfFile();
let shop: Shop;

const audit = (...words: string[]) =>
  runProgram('src/cli/audit.ts', { DATA_DIR: directory }, undefined, ['replay', ...words]).exited;
const replay = (...words: string[]) => audit('--directory', temporary, ...words);

const linesOf = (stdout: string) =>
  stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

/** Changes a stopped store behind the service's back. */
function tamper(file: string, sql: string): void {
  const db = new DatabaseSync(join(directory, file));
  expect(db.prepare(sql).run().changes).toBeGreaterThan(0);
  db.close();
}

beforeAll(async () => {
  shop = await openShop(directory);
}, 180_000);

afterAll(() => stop(shop.service));

describe('A replay', () => {
  test('finds no difference beside a service at work, also after an erasure, and leaves nothing behind', async () => {
    const { cookie, chatbotId, client } = shop;
    const path = `/api/chatbots/${chatbotId}/leads`;
    const { data } = await client.expect<{ leads: { conversationId: string }[] }>(200, 'GET', path, { cookie });
    await client.expect(200, 'DELETE', `${path}/${data.leads[0]?.conversationId}`, { cookie });
    const asking = new AbortController();
    const visitor = (async () => {
      for (let number = 0; !asking.signal.aborted; number += 1) await ask(shop, 'visitor-2', `Question ${number}`);
    })();
    const exit = await replay();
    asking.abort();
    await visitor;
    expect(exit).toMatchObject({ code: 0, stdout: '' });
    expect(exit.stderr).toMatch(
      /\d+ events replayed, \d+ documents compared.*, 1 passage of the search index compared, 0 differences/,
    );
    expect(readdirSync(temporary)).toEqual([]);
  }, 180_000);

  test('lists what was changed, removed and added in the read models and the search index, and swaps the rebuilt ones in', async () => {
    const before = await historyOf(shop);
    await stop(shop.service);
    tamper(
      'documents.db',
      `UPDATE "messages@${versionOf('messages')}" SET document = json_set(document, '$.content', 'forged') WHERE rowid = (SELECT min(rowid) FROM "messages@${versionOf('messages')}")`,
    );
    tamper('documents.db', `DELETE FROM "chatbots@${versionOf('chatbots')}"`);
    tamper('search.db', "UPDATE passages SET text = 'forged'");
    const found = await replay();
    expect(found.code).toBe(1);
    expect(linesOf(found.stdout)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ kind: 'different', model: expect.stringMatching(/^messages@/) }),
        { kind: 'missing', model: expect.stringMatching(/^chatbots@/), id: shop.chatbotId },
        expect.objectContaining({ kind: 'different text', model: 'search index', chatbotId: shop.chatbotId }),
      ]),
    );
    expect(linesOf(found.stdout)).toHaveLength(3);

    const swapped = await audit('--swap');
    expect(swapped).toMatchObject({ code: 1, stderr: expect.stringContaining('read models are swapped in') });
    expect(swapped.stderr).toContain('The search index is not replaced');
    const after = await replay('--model', 'messages', '--model', 'chatbots');
    expect(after).toMatchObject({ code: 0, stdout: '' });
    shop = await reopened(shop, directory);
    expect(await historyOf(shop)).toEqual(before);
  }, 180_000);

  test('is not swapped in while the service runs', async () => {
    const refused = await audit('--swap');
    expect(refused).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('is in use by another running Chatledger'),
    });
  });
});

function versionOf(name: string): number {
  const db = new DatabaseSync(join(directory, 'documents.db'));
  const row = db.prepare('SELECT version FROM active_versions WHERE name = ?').get(name);
  db.close();
  return Number(row?.version);
}
