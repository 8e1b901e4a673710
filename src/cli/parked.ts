/** `npm run parked -- list GROUP` lists parked work items (dead letters); `replay GROUP` delivers them again. */
import { configOrExit } from '../composition/run.ts';
import { openLogAlone } from '../composition/stores.ts';
import { WORK_GROUPS } from '../composition/work-groups.ts';

const MAX_LISTED = 100;

const [action, group] = process.argv.slice(2);
if ((action !== 'list' && action !== 'replay') || group === undefined || !WORK_GROUPS.some((each) => each === group)) {
  console.error(`usage: npm run parked -- list | replay ${WORK_GROUPS.join(' | ')}`);
  process.exit(2);
}
const log = await openLogAlone(configOrExit()).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
if (action === 'replay') {
  console.log(`${await log.replayParkedWork(group)} work items replayed`);
} else {
  const parked = await log.parkedWork(group, MAX_LISTED);
  for (const { event, attempts, reason } of parked) {
    console.log(
      `${event.position}  ${event.type}  ${event.stream}@${event.revision}  after ${attempts} attempts: ${reason}`,
    );
  }
  console.log(parked.length === MAX_LISTED ? `the first ${MAX_LISTED}` : `${parked.length} in all`);
}
await log.close();
