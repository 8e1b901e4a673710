/** What a list of writes comes to: a few bulk writes, in which no document is written twice. */
import type { DocumentWrite, Where } from '../../../ports/documents.ts';
import { Turns } from '../../../runtime/turns.ts';
import { checkId, type FieldValue } from '../../collection-layout.ts';
import { fieldsOf, filterOf, type MongoLayout } from './stored.ts';

/** What takes the place of a document that is not newer. */
export interface Replacement {
  readonly id: string;
  readonly position: bigint;
  /** Null when it is deleted. */
  readonly content: { readonly fields: Record<string, FieldValue>; readonly document: string } | null;
}

export interface Removal {
  readonly where: Where;
  readonly position: bigint;
}

/** First the removals in their order, then the replacements in any. */
export interface Step {
  readonly removals: Removal[];
  readonly replacements: Map<string, Replacement>;
}

/**
 * Of the writes to one document the one with the highest position takes effect, the last of those with the same: whatever stands
 * there before, the others change nothing that it leaves.
 *
 * @throws RangeError for an id that is not well-formed, a field that cannot be searched by: before anything is written
 */
export async function planOf(layout: MongoLayout, writes: readonly DocumentWrite[]): Promise<readonly Step[]> {
  const turns = new Turns();
  const steps: Step[] = [];
  for (const write of writes) {
    if (turns.isLong) await turns.pass();
    if (write.kind === 'deleteWhere') {
      filterOf(layout, write.where);
      removalsAtEnd(steps).push({ where: write.where, position: write.position });
    } else {
      checkId(write.id);
      const replacements = replacementsAtEnd(steps);
      const known = replacements.get(write.id);
      const replacement = replacementBy(layout, write);
      if (known === undefined || replacement.position >= known.position) replacements.set(write.id, replacement);
    }
  }
  return steps;
}

function replacementBy(layout: MongoLayout, write: Exclude<DocumentWrite, { kind: 'deleteWhere' }>): Replacement {
  const { id, position } = write;
  if (write.kind === 'delete') return { id, position, content: null };
  const { document } = write;
  return { id, position, content: { fields: fieldsOf(layout, document), document: JSON.stringify(document) } };
}

/** A removal acts on what was written before it: it begins a step of its own. */
function removalsAtEnd(steps: Step[]): Removal[] {
  const last = steps.at(-1);
  return last === undefined || last.replacements.size > 0 ? newStep(steps).removals : last.removals;
}

function replacementsAtEnd(steps: Step[]): Map<string, Replacement> {
  return (steps.at(-1) ?? newStep(steps)).replacements;
}

function newStep(steps: Step[]): Step {
  const step: Step = { removals: [], replacements: new Map() };
  steps.push(step);
  return step;
}
