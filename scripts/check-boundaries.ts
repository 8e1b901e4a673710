/** `node scripts/check-boundaries.ts [directory]`: prints the refused imports and exits 1 when there are any. */
import { browserRefusals } from './boundaries/browser.ts';
import { checkBoundaries } from './boundaries/check.ts';

const root = process.argv[2] ?? '.';
const { modules, imports, refusals: inside } = checkBoundaries(root);
const refusals = [...inside, ...browserRefusals(root)];
for (const refusal of refusals) console.error(refusal);
console.log(`${modules} modules, ${imports} imports, ${refusals.length} refused`);
process.exitCode = refusals.length === 0 ? 0 : 1;
