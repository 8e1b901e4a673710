/** Lines of an export that is checked without this program: heads as JSON with the public key, and events exactly as their leaves are. */
import { TREE_HEAD_STREAM } from '../../commands/tree-heads.ts';
import { leafContent } from '../../event-log/tree/event-leaf.ts';
import { formatOutsideHead } from '../../event-log/tree/outside-head.ts';
import { type PublicJwk, toHeadRecord } from '../../event-log/tree/signed-head.ts';
import type { Position, ReadableLog } from '../../ports/event-log.ts';
import type { ReadableTreeHeads } from '../../ports/tree-heads.ts';

const EVENTS_PER_PAGE = 500;
/** Heads of up to 16 KB. */
const HEADS_PER_PAGE = 32;

export interface ExportSource {
  readonly log: ReadableLog;
  readonly treeHeads: ReadableTreeHeads;
  readonly key: PublicJwk;
}

/** Yields some lines at a time. With events, the heads in the log are among those. */
export async function* exportedLines(source: ExportSource, withEvents: boolean): AsyncGenerator<readonly string[]> {
  // Read before the log, which then has every event that they cover.
  const newest = await source.treeHeads.newest();
  const contradicted = await source.treeHeads.contradicted();
  yield* withEvents ? events(source) : headsInLog(source);
  yield [...contradicted, ...(newest === null ? [] : [newest])].map((text) => text.trim());
}

async function* headsInLog({ log, key }: ExportSource): AsyncGenerator<readonly string[]> {
  for (let fromRevision = 0; ; ) {
    const page = await log.readStream(TREE_HEAD_STREAM, { fromRevision, limit: HEADS_PER_PAGE });
    const records = page.flatMap(({ data }) => toHeadRecord(data) ?? []);
    yield records.map((record) => formatOutsideHead({ ...record, key }));
    const last = page.at(-1);
    if (last === undefined || last.revision < fromRevision) return;
    fromRevision = last.revision + 1;
  }
}

/** Ends at the head that the log has at the beginning, so that a busy service does not keep the export running. */
async function* events({ log }: ExportSource): AsyncGenerator<readonly string[]> {
  const head = await log.head();
  for (let after: Position | null = null; head !== null && (after === null || after < head); ) {
    const page = await log.readAll({ after, limit: EVENTS_PER_PAGE });
    yield page.events.filter(({ position }) => position <= head).map(leafContent);
    if (page.readTo === null || page.readTo === after) return;
    after = page.readTo;
  }
}
