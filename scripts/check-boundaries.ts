/** `node scripts/check-boundaries.ts [directory]`: prints the refused imports and exits 1 when there are any. */
import { checkBoundaries } from './boundaries/check.ts';

const { modules, imports, refusals } = checkBoundaries(process.argv[2] ?? '.');
for (const refusal of refusals) console.error(refusal);
console.log(`${modules} modules, ${imports} imports, ${refusals.length} refused`);
process.exitCode = refusals.length === 0 ? 0 : 1;
