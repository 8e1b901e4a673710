/** `npm run parked -- list GROUP` lists parked work items (dead letters); `replay GROUP` delivers them again. */
import { startCompileCache } from '../composition/compile-cache.ts';
import { counted } from '../lib/counted.ts';
import type { EventLog } from '../ports/event-log.ts';
import { WORK_GROUPS } from '../workers/work-groups.ts';
import { terminalSafe } from './terminal-safe.ts';
import { asksForHelp, exitWithHelp, exitWithUsage } from './usage.ts';

const MAX_LISTED = 100;
const MAX_COUNTED = 100_000;

const USAGE = `usage: npm run parked -- list GROUP
       npm run parked -- replay GROUP

Background work that keeps failing is parked, and waits for an operator. GROUP is one of ${WORK_GROUPS.join(', ')}.

  list    shows the first ${MAX_LISTED} parked work items of the group with their reasons, and how many there are
  replay  delivers all of them again: mend the cause before

With an embedded log, stop the service before. With EVENTSTORE_URL it may run.

Exit status: 0 done, 1 failed or refused, 2 wrong usage.`;

const words = process.argv.slice(2);
const [action, group, ...others] = words;
if (asksForHelp(words)) exitWithHelp(USAGE);
if (action !== 'list' && action !== 'replay') exitWithUsage(USAGE, 'Say what to do: list or replay.');
if (group === undefined) exitWithUsage(USAGE, 'Name the group.');
if (!WORK_GROUPS.some((each) => each === group)) exitWithUsage(USAGE, `There is no group ${group}.`);
if (others.length > 0) exitWithUsage(USAGE, `Name one group: ${others.join(' ')} is too much.`);

startCompileCache();
const { configOrExit } = await import('./config-or-exit.ts');
const { exitWithFailure } = await import('./exit-with-failure.ts');
const { openLogAlone } = await import('../composition/stores/stores.ts');

async function listParked(log: EventLog, ofGroup: string): Promise<void> {
  const parked = await log.parkedWork(ofGroup, MAX_LISTED);
  for (const { event, attempts, reason } of parked) {
    console.log(
      terminalSafe(
        `${event.position}  ${event.type}  ${event.stream}@${event.revision}  after ${attempts} attempts: ${reason}`,
      ),
    );
  }
  const count = parked.length < MAX_LISTED ? parked.length : await log.countParkedWork(ofGroup, MAX_COUNTED);
  console.log(count > parked.length ? `the first ${parked.length} of ${count}` : `${count} in all`);
}

const config = configOrExit();
try {
  const log = await openLogAlone(config);
  if (action === 'list') await listParked(log, group);
  else console.log(`${counted(await log.replayParkedWork(group), 'work item')} replayed`);
  await log.close();
} catch (error) {
  exitWithFailure(error, config.dataDir);
}
