/** Marker of an unfinished migration in its target: no service starts on the target, and an interrupted migration can resume. */
import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { lazily } from '../../lib/lazily.ts';
import { parseJson } from '../../lib/parse-json.ts';
import type { MigrationMarker } from '../../ports/migration/migrated-tables.ts';
import { MigrationRefused } from './migration-refused.ts';

const Position = Type.String({ pattern: '^\\d{1,19}$' });
const Head = Type.Union([Type.Object({ position: Position, eventId: Type.String({ maxLength: 100 }) }), Type.Null()]);

const MigrationState = Type.Object({
  /** `copying`: nothing but copies. `finishing`: copied and compared, and the target goes on by itself. */
  phase: Type.Union([Type.Literal('copying'), Type.Literal('finishing'), Type.Literal('finished')]),
  source: Type.Object({
    installationId: Type.String({ maxLength: 100 }),
    kind: Type.Union([Type.Literal('embedded'), Type.Literal('distributed')]),
    /** Last event of the source's log when the migration began. */
    head: Head,
  }),
  /** The newest signed head of the source ends here in the target. */
  tree: Type.Union([
    Type.Object({ size: Type.Integer({ minimum: 0 }), position: Type.Union([Position, Type.Null()]) }),
    Type.Null(),
  ]),
  events: Type.Integer({ minimum: 0 }),
  root: Type.String({ maxLength: 100 }),
  /** Epoch milliseconds. */
  startedAt: Type.Integer({ minimum: 0 }),
  finishedAt: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()]),
});
export type MigrationState = Static<typeof MigrationState>;
const validator = lazily(() => Compile(MigrationState));

/** @throws MigrationRefused for a marker that no migration of this release wrote */
export async function readMigrationState(marker: MigrationMarker): Promise<MigrationState | null> {
  const text = await marker.read();
  if (text === null) return null;
  const value = parseJson(text);
  if (validator().Check(value)) return value;
  throw new MigrationRefused(
    'The marker of a migration in the target cannot be read. Empty the target, then begin again.',
  );
}

export const writeMigrationState = (marker: MigrationMarker, state: MigrationState): Promise<void> =>
  marker.write(JSON.stringify(state));

/** Must precede any use of the stores. @throws MigrationRefused while they hold an unfinished copy */
export async function requireFinishedMigration(marker: MigrationMarker): Promise<void> {
  const migration = await readMigrationState(marker);
  if (migration === null || migration.phase === 'finished') return;
  throw new MigrationRefused(
    'These stores hold an unfinished copy of another installation. Run the same `npm run migrate` again, which finishes it, or go on with the stores that it copies from.',
  );
}
