/** `npm run parked -- list GROUP` lists parked work items (dead letters); `replay GROUP` delivers them again. */
import { configOrExit } from '../composition/run.ts';
import { openLogAlone } from '../composition/stores/stores.ts';
import { WORK_GROUPS } from '../composition/work-groups.ts';
import { exitWithHelp, exitWithUsage } from './usage.ts';

const MAX_LISTED = 100;
const MAX_COUNTED = 100_000;

const USAGE = `usage: npm run parked -- list | replay ${WORK_GROUPS.join(' | ')}`;

const [action, group, ...others] = process.argv.slice(2);
if (action === '--help') exitWithHelp(USAGE);
if (action !== 'list' && action !== 'replay') exitWithUsage(USAGE, new Error('Name the command: list or replay.'));
if (group === undefined) exitWithUsage(USAGE, new Error('Name the group.'));
if (!WORK_GROUPS.some((each) => each === group)) exitWithUsage(USAGE, new Error(`There is no group ${group}.`));
if (others.length > 0) exitWithUsage(USAGE, new Error(`Only one group can be named, not also ${others.join(' ')}.`));
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
  const count = parked.length < MAX_LISTED ? parked.length : await log.countParkedWork(group, MAX_COUNTED);
  console.log(count > parked.length ? `the first ${parked.length} of ${count}` : `${count} in all`);
}
await log.close();
