import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteDocuments } from '../../adapters/sqlite/documents/documents.ts';
import { allProjections } from '../../projections/all.ts';
import { dataSources } from '../../projections/data-sources/projection.ts';
import type { Projection } from '../../projections/projection.ts';
import { type AuditCommand, type AuditContext, FOUND, OK, parseOptions, UsageError } from './command.ts';
import { JsonLines, Progress } from './output.ts';
import { type Replay, replayModels } from './replay-models.ts';
import { lockForSwap, swapIn } from './replay-swap.ts';

export const replayCommand: AuditCommand = {
  name: 'replay',
  summary: 'rebuilds the read models from the log alone and compares them with the live ones',
  usage: `npm run audit -- replay [--model NAME]... [--directory DIR] [--swap]

  --model NAME      only this read model, such as messages; may be repeated. Without it, the embedded search index is compared too
  --directory DIR   where the rebuilt read models are kept meanwhile; default: the folder for temporary files. They hold conversations
                    in clear text, take about the size of the log, and are deleted at the end
  --swap            then replaces the live read models, in one step. Stop the service before; embedded stores only

Each line of the output is a difference: kind, model, and what it is about. Without --swap the service may run.
Exit status: 0 no difference, or swapped; 1 differences; 2 could not look.`,
  async run(args, context) {
    const {
      model = [],
      directory = tmpdir(),
      swap = false,
    } = parseOptions(args, {
      model: { type: 'string', multiple: true },
      directory: { type: 'string' },
      swap: { type: 'boolean' },
    });
    const projections = chosen(model);
    const lock = swap ? await lockForSwap(context.config) : null;
    const folder = await mkdtemp(join(directory, 'chatledger-replay-'));
    const interruption = new AbortController();
    const interrupt = () => interruption.abort(new Error('Interrupted; nothing was changed.'));
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, interrupt);
    try {
      const found = await replayInto(folder, projections, context, { swap, signal: interruption.signal });
      return found === 0 || swap ? OK : FOUND;
    } finally {
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, interrupt);
      await rm(folder, { recursive: true, force: true });
      lock?.release();
    }
  },
};

function chosen(names: readonly string[]): readonly Projection[] {
  if (names.length === 0) return allProjections;
  return names.map((name) => {
    const found = allProjections.find(({ collection }) => collection.name === name);
    if (found !== undefined) return found;
    const known = allProjections.map(({ collection }) => collection.name).join(', ');
    throw new UsageError(`There is no read model ${name}, only ${known}`);
  });
}

/** Returns the number of differences. */
async function replayInto(
  folder: string,
  projections: readonly Projection[],
  context: AuditContext,
  { swap, signal }: { readonly swap: boolean; readonly signal: AbortSignal },
): Promise<number> {
  const progress = new Progress();
  const documents = await openSqliteDocuments({ directory: folder });
  let replay: Replay;
  try {
    replay = await replayModels({ context, documents, projections, progress, signal, toHead: swap });
    if (
      projections === allProjections &&
      context.config.elasticsearchUrl === null &&
      replay.models.includes(dataSources)
    ) {
      await compareIndex(replay, context, progress, signal);
    }
  } finally {
    progress.end();
    await documents.close();
  }
  const lines = new JsonLines();
  for (const difference of replay.differences) await lines.write(difference);
  await lines.flush();
  for (const poison of replay.poison) process.stderr.write(`${poison}\n`);
  process.stderr.write(`${summaryOf(replay)}\n`);
  if (swap) {
    await swapIn(context.config, folder, projections);
    process.stderr.write('The rebuilt read models are swapped in.\n');
  }
  return replay.differences.length;
}

async function compareIndex(
  replay: Replay,
  context: AuditContext,
  progress: Progress,
  signal: AbortSignal,
): Promise<void> {
  const { IndexComparison } = await import('./replay-index.ts');
  const comparison = new IndexComparison(context, replay.documents);
  try {
    const onCompared = (passages: number) => progress.report(() => `comparing the search index: ${passages} passages`);
    const { differences, passages, vectorsUnknown } = await comparison.run(onCompared, signal);
    for (const difference of differences) replay.differences.push(difference);
    replay.passages = passages;
    replay.vectorsUnknown = vectorsUnknown;
  } finally {
    await comparison.close();
  }
}

function summaryOf({ events, compared, undecided, passages, vectorsUnknown, differences }: Replay): string {
  const parts = [`${events} events replayed`, `${compared} documents compared`];
  if (undecided > 0) parts.push(`${undecided} documents kept changing and were not compared`);
  if (passages !== null) parts.push(`${passages} passages of the search index compared`);
  if (vectorsUnknown > 0) parts.push(`${vectorsUnknown} of them without their vectors, which are not cached`);
  return [...parts, `${differences.length} differences`].join(', ');
}
