import { counted } from '../../lib/counted.ts';
import type { Documents } from '../../ports/documents.ts';
import { allProjections } from '../../projections/all.ts';
import { dataSources } from '../../projections/data-sources/projection.ts';
import type { Projection } from '../../projections/projection.ts';
import { type AuditCommand, type AuditContext, FOUND, OK, parseOptions, UsageError } from './command.ts';
import { JsonLines, Progress, writeNote } from './output.ts';
import type { ComparedIndex } from './replay-index.ts';
import { type Replay, replayModels } from './replay-models.ts';
import { openRebuild, type Rebuild } from './replay-swap.ts';

export const replayCommand: AuditCommand = {
  usage: `npm run audit -- replay [--model NAME]... [--directory DIR] [--swap]

  --model NAME      only this read model, such as messages; may be repeated. Without it, the search index is compared too
  --directory DIR   on which disk the rebuilt read models are kept meanwhile; default: that of temporary files. They take about the
                    size of the log, in files without a name: nothing is left of them, also when the command is killed
  --swap            then replaces the live read models. Embedded: all of them in one step, built in DATA_DIR; stop the service
                    before. MongoDB: the documents that differ, while the nodes run or not

Each line of the output is a difference: kind, model, and what it is about. Without --swap the service may run.
Exit status: 0 no difference, or all replaced; 1 differences; 2 could not run.`,
  parse(args) {
    const { model, directory, swap } = parseOptions(args, {
      model: { type: 'string', multiple: true },
      directory: { type: 'string' },
      swap: { type: 'boolean', default: false },
    });
    const projections = chosen(model ?? []);
    return (context) =>
      untilInterrupted(async (signal) => {
        const rebuild = await openRebuild(context.config, { swap, directory });
        try {
          return await replay(rebuild, projections, context, signal);
        } finally {
          await rebuild.close();
        }
      });
  },
};

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

async function untilInterrupted(work: (signal: AbortSignal) => Promise<number>): Promise<number> {
  const interruption = new AbortController();
  const interrupt = () => interruption.abort(new Error('Interrupted; nothing was changed.'));
  for (const signal of SIGNALS) process.on(signal, interrupt);
  try {
    return await work(interruption.signal);
  } finally {
    for (const signal of SIGNALS) process.off(signal, interrupt);
  }
}

function chosen(names: readonly string[]): readonly Projection[] {
  if (names.length === 0) return allProjections;
  return names.map((name) => {
    const found = allProjections.find(({ collection }) => collection.name === name);
    if (found !== undefined) return found;
    const known = allProjections.map(({ collection }) => collection.name).join(', ');
    throw new UsageError(`There is no read model ${name}, only ${known}`);
  });
}

/** Returns the exit code. */
async function replay(
  rebuild: Rebuild,
  projections: readonly Projection[],
  context: AuditContext,
  signal: AbortSignal,
): Promise<number> {
  const found = await compareAll(rebuild, projections, context, signal);
  const lines = new JsonLines();
  for (const difference of found.differences) await lines.write(difference);
  await lines.flush();
  for (const poison of found.poison) writeNote(poison);
  writeNote(summaryOf(found));
  const { swapIn } = rebuild;
  if (swapIn === null) return found.differences.length === 0 ? OK : FOUND;
  const code = await swapIn(found, projections);
  if (!found.differences.some(({ model }) => model === 'search index')) return code;
  writeNote(
    'The search index is not replaced: remove it as docs/operations/repair.md says, and the next start rebuilds it.',
  );
  return FOUND;
}

/** Compares the read models and, unless only some of them are asked for, the search index. */
async function compareAll(
  { documents, toHead }: Rebuild,
  projections: readonly Projection[],
  context: AuditContext,
  signal: AbortSignal,
): Promise<Replay> {
  const progress = new Progress();
  try {
    const found = await replayModels({ context, documents, projections, progress, signal, toHead });
    if (projections !== allProjections || !found.models.includes(dataSources)) return found;
    const { differences, ...counts } = await compareIndex(documents, context, progress, signal);
    return { ...found, ...counts, differences: [...found.differences, ...differences] };
  } finally {
    progress.end();
  }
}

async function compareIndex(
  rebuilt: Documents,
  context: AuditContext,
  progress: Progress,
  signal: AbortSignal,
): Promise<ComparedIndex> {
  const { IndexComparison } = await import('./replay-index.ts');
  const comparison = await IndexComparison.open(context, rebuilt);
  try {
    const onCompared = (passages: number) => progress.report(() => `comparing the search index: ${passages} passages`);
    return await comparison.run(onCompared, signal);
  } finally {
    await comparison.close();
  }
}

function summaryOf({ events, compared, undecided, passages, vectorsUnknown, differences }: Replay): string {
  const parts = [`${counted(events, 'event')} replayed`, `${counted(compared, 'document')} compared`];
  if (undecided > 0) parts.push(`${counted(undecided, 'document')} not compared, since they kept changing`);
  if (passages !== null) parts.push(`${counted(passages, 'passage')} of the search index compared`);
  if (vectorsUnknown > 0) parts.push(`${vectorsUnknown} of them without their vectors, which are not cached`);
  return [...parts, counted(differences.length, 'difference')].join(', ');
}
