/** A few bulk writes, none of which writes a document twice. */
import { EventLoopBudget } from '../../../lib/event-loop-budget.ts';
import type { DocumentWrite, Where } from '../../../ports/documents.ts';
import { checkId, type FieldValue } from '../../shared/collection-layout.ts';
import { fieldsOf, filterOf, type MongoLayout } from './stored.ts';

/** Replaces a document whose position is not higher. */
export interface Replacement {
  readonly id: string;
  readonly position: bigint;
  /** No earlier write of the document is known. */
  readonly isNew: boolean;
  /** `null` for a deletion. */
  readonly content: { readonly fields: Record<string, FieldValue>; readonly document: string } | null;
}

export interface Removal {
  readonly where: Where;
  readonly position: bigint;
}

/** The removals run first, in order; then the replacements, in any order. */
export interface WriteStep {
  readonly removals: Removal[];
  readonly replacements: Map<string, Replacement>;
}

/**
 * Plans one write per document: the one with the highest position, or the last of equals.
 * @throws RangeError for a malformed id or a field without an index, before anything is written
 */
export async function planOf(layout: MongoLayout, writes: readonly DocumentWrite[]): Promise<readonly WriteStep[]> {
  const eventLoopBudget = new EventLoopBudget();
  const steps: WriteStep[] = [];
  for (const write of writes) {
    if (eventLoopBudget.isUsedUp) await eventLoopBudget.yieldNow();
    if (write.kind === 'deleteWhere') {
      filterOf(layout, write.where);
      removalsAtEnd(steps).push({ where: write.where, position: write.position });
    } else {
      checkId(write.id);
      const replacements = replacementsAtEnd(steps);
      const known = replacements.get(write.id);
      const replacement = replacementBy(layout, write, known);
      if (known === undefined || replacement.position >= known.position) replacements.set(write.id, replacement);
    }
  }
  return steps;
}

/** @param known earlier write of the same document in this step */
function replacementBy(
  layout: MongoLayout,
  write: Exclude<DocumentWrite, { kind: 'deleteWhere' }>,
  known: Replacement | undefined,
): Replacement {
  const { id, position } = write;
  if (write.kind === 'delete') return { id, position, isNew: known?.isNew ?? false, content: null };
  const { document, isNew = false } = write;
  const content = { fields: fieldsOf(layout, document), document: JSON.stringify(document) };
  return { id, position, isNew: known?.isNew ?? isNew, content };
}

/** A removal affects earlier writes, so it starts a new step after replacements. */
function removalsAtEnd(steps: WriteStep[]): Removal[] {
  const last = steps.at(-1);
  return last === undefined || last.replacements.size > 0 ? newWriteStep(steps).removals : last.removals;
}

function replacementsAtEnd(steps: WriteStep[]): Map<string, Replacement> {
  return (steps.at(-1) ?? newWriteStep(steps)).replacements;
}

function newWriteStep(steps: WriteStep[]): WriteStep {
  const step: WriteStep = { removals: [], replacements: new Map() };
  steps.push(step);
  return step;
}
