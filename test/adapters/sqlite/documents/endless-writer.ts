/** Process that writes until it is killed, and prints each position whose write is confirmed. Argument: the data folder. */
import { openSqliteDocuments } from '../../../../src/adapters/sqlite/documents/documents.ts';
import type { Position } from '../../../../src/ports/event-log.ts';

export const counted = { name: 'counted', version: 1, indexes: [['n']] };
export const batchSize = 25;

if (process.argv[2] !== undefined && import.meta.main) {
  const documents = await openSqliteDocuments({ directory: process.argv[2] });
  await documents.ensureCollection(counted);
  let position = Number((await documents.checkpoint('counted@1'))?.position ?? 0n);
  for (;;) {
    const writes = Array.from({ length: batchSize }, (_, index) => ({
      kind: 'put' as const,
      id: String(position + index + 1),
      document: { n: position + index + 1, text: 'x'.repeat(300) },
      position: BigInt(position + index + 1) as Position,
    }));
    position += batchSize;
    const checkpoint = { projection: 'counted@1', position: BigInt(position) as Position, eventId: null };
    await documents.write([{ collection: counted, writes }], [checkpoint]);
    process.stdout.write(`${position}\n`);
  }
}
