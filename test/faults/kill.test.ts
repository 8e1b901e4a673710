/** The real program, killed again and again in the middle of its work: everything it answered is there after the restart. */
import { expect, onTestFinished, test } from 'vitest';
import { newInstallation, onEngines } from '../support/engines/engines.ts';
import { ProcessClient } from '../support/processes/process-client.ts';
import { type Environment, runProgram, type ServiceProcess } from '../support/processes/service-process.ts';
import { startTestSite } from '../support/servers/test-site.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { checkWorld } from './support/checks.ts';
import { checkStores } from './support/offline.ts';
import { Random } from './support/random.ts';
import { end, environmentFor, start } from './support/service.ts';
import { newWorld, type World } from './support/world.ts';
import { setUp, writeUntilItEnds } from './support/writers.ts';

/** More by hand: `KILL_ROUNDS=100 npx vitest run test/faults/kill.test.ts`. On engines each takes longer, and their own tests are sharper. */
const ROUNDS = Number(process.env.KILL_ROUNDS ?? (onEngines() ? 5 : 6));
/** Writers choose at random and get few turns on a busy machine, so rounds are added until every kind of request was answered. */
const MOST_ROUNDS = 3 * ROUNDS;
const OWNERS = 2;
const PLAN_LIMIT = 7;
/** Number of answers that the writers get before the kill, and how much later it comes, in milliseconds. */
const WORK = onEngines() ? { least: 80, most: 120 } : { least: 40, most: 120 };
const SOMEWHAT_LATER_MS = 20;
/** A start is cut off in every so many rounds. */
const CUT_START_EVERY = 4;
/** Requests that the writers must have had answered. */
const EVERYTHING = [
  'accounts registered',
  'answers rated',
  'chatbots configured',
  'chatbots created',
  'chatbots deleted',
  'keys generated',
  'keys revoked',
  'leads deleted',
  'questions answered',
  'questions answered, with a lead',
  'sign-ins',
  'sign-ins renewed',
  'sign-outs',
  'sources added: broken url',
  'sources added: file',
  'sources added: text',
  'sources added: url',
  'sources deleted',
  'sources refreshed',
];

test(`Killed at least ${ROUNDS} times in the middle of its work, the service keeps everything it answered exactly once, and nothing deleted comes back`, async () => {
  const seed = Number(process.env.FAULT_SEED ?? Date.now() % 1_000_000);
  const random = new Random(seed);
  const site = await startTestSite();
  onTestFinished(() => site.close());
  const installation = await newInstallation();
  onTestFinished(() => installation.remove());
  const environment = {
    ...environmentFor(temporaryDirectory(), site, PLAN_LIMIT),
    ...installation.environment,
  };
  const world = newWorld(new ProcessClient(''), site, random);
  let round = 0;
  const starts: number[] = [];
  try {
    let service = await start(environment, world);
    await setUp(world, OWNERS);
    // An orderly end, once.
    expect(await end(service, world, 'SIGTERM')).toMatchObject({ code: 0, stderr: '' });
    service = await start(environment, world);
    for (round = 1; round <= ROUNDS || (round <= MOST_ROUNDS && unanswered(world).length > 0); round += 1) {
      await writeAndKill(world, service);
      if (round % CUT_START_EVERY === 0) await killWhileStarting(environment, random);
      service = await start(environment, world);
      starts.push(service.startedInMs);
      const plansOf = world.owners.filter((_, number) => number === round % OWNERS);
      await checkWorld(world, { planLimit: PLAN_LIMIT, plansOf, thorough: false });
    }
    await checkWorld(world, { planLimit: PLAN_LIMIT, plansOf: world.owners, thorough: true });
    expect(await end(service, world, 'SIGTERM')).toMatchObject({ code: 0, stderr: '' });
  } catch (error) {
    throw new Error(`Round ${round} of ${ROUNDS}, FAULT_SEED=${seed}`, { cause: error });
  }
  const events = await checkStores(environment);
  // Kills without work between them would prove nothing.
  expect([...world.answered.keys()].sort()).toEqual(EVERYTHING);
  expect(world.client.answers).toBeGreaterThan(ROUNDS * WORK.least);
  const answered = [...world.answered].map(([what, times]) => `${times} ${what}`).join(', ');
  console.log(`${events} events; ${answered}; listening after ${starts.join(', ')} ms`);
}, 240_000);

const unanswered = (world: World): string[] => EVERYTHING.filter((what) => !world.answered.has(what));

async function writeAndKill(world: World, service: ServiceProcess): Promise<void> {
  const { client, random } = world;
  const later = random.next() * SOMEWHAT_LATER_MS;
  const worked = client.moreAnswers(random.between(WORK.least, WORK.most));
  void worked.then(() => setTimeout(() => void end(service, world, 'SIGKILL'), later));
  await writeUntilItEnds(world);
  await service.exited;
}

async function killWhileStarting(environment: Environment, random: Random): Promise<void> {
  const program = runProgram('src/main.ts', { ...environment, PORT: '0', LOG_LEVEL: 'warn' });
  const kill = setTimeout(() => program.signal('SIGKILL'), random.between(100, 900));
  await program.exited;
  clearTimeout(kill);
}
