/** One benchmark in a process of its own, so that what one leaves in memory does not slow the next. It says its result. */
import { BENCHES } from './benches.ts';

const bench = BENCHES[process.argv[2] ?? ''];
if (bench === undefined) throw new RangeError('There is no such benchmark');
// An interrupted run ends the services and loads that it started.
const endGroup = () => process.kill(-process.pid, 'SIGTERM');
process.on('disconnect', endGroup);
const run = await bench.load();
const result = await run();
process.send?.(result);
process.off('disconnect', endGroup);
process.disconnect?.();
