/** Lines of an export that is checked without this program: heads as JSON with the public key, and events exactly as their leaves are. */
import { TREE_HEAD_STREAM } from '../../commands/tree-heads.ts';
import { logPages, streamPages } from '../../event-log/log-pages.ts';
import { leafContent } from '../../event-log/tree/event-leaf.ts';
import { formatPublishedHead } from '../../event-log/tree/published-head.ts';
import { type PublicJwk, toHeadRecord } from '../../event-log/tree/signed-head.ts';
import type { ReadableLog } from '../../ports/event-log.ts';
import type { ReadableTreeHeads } from '../../ports/tree-heads.ts';

const EVENTS_PER_PAGE = 500;
/** A head has up to 16 KB. */
const HEADS_PER_PAGE = 32;

export interface ExportSource {
  readonly log: ReadableLog;
  readonly treeHeads: ReadableTreeHeads;
  readonly key: PublicJwk;
}

/** With events, the heads in the log are among them. */
export async function* exportedLines(source: ExportSource, withEvents: boolean): AsyncGenerator<readonly string[]> {
  // Read before the log, which then has every event that they cover.
  const newest = await source.treeHeads.newest();
  const contradicted = await source.treeHeads.contradicted();
  yield* withEvents ? events(source) : headsInLog(source);
  yield [...contradicted, ...(newest === null ? [] : [newest])].map((text) => text.trim());
}

async function* headsInLog({ log, key }: ExportSource): AsyncGenerator<readonly string[]> {
  for await (const page of streamPages(log, TREE_HEAD_STREAM, HEADS_PER_PAGE)) {
    const records = page.flatMap(({ data }) => toHeadRecord(data) ?? []);
    yield records.map((record) => formatPublishedHead({ ...record, key }));
  }
}

/** Ends at the head that the log has at the beginning, so that a busy service does not keep the export running. */
async function* events({ log }: ExportSource): AsyncGenerator<readonly string[]> {
  const head = await log.head();
  if (head === null) return;
  for await (const page of logPages(log, { upTo: head, limit: EVENTS_PER_PAGE })) yield page.events.map(leafContent);
}
