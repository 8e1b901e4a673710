/** The real program as a process of its own: started, watched, stopped or killed. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onProcessEnd } from '../vitest/process-end.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
/** Starts programs from their bundle where there is one, as `npm start` does. */
const { bundledProgram } = createRequire(import.meta.url)('../../../scripts/program-bundle.cjs') as {
  bundledProgram(root: string, program: string): string | null;
};
/** The programs below it are bundled. */
const SOURCES = join(ROOT, 'src/');
export const LAUNCHER = 'scripts/launch.cjs';
const { ARENAS } = createRequire(import.meta.url)('../../../scripts/malloc-arenas.cjs') as { ARENAS: Environment };
/** Once at most: sources that are edited while tests run are not worth another bundle. */
let hasBundled = false;
const START_WITHIN_MS = 90_000;
/** Options of Node in the script `start`. */
const SERVICE_OPTIONS = startOptions();
/** A password costs a third of a second of CPU otherwise. */
const CHEAP_PASSWORDS = preloading('cheap-passwords/preload.mjs');

/** Option of Node that runs a module of this folder before the program. */
function preloading(module: string): string {
  return `--import=${new URL(module, import.meta.url).href}`;
}

/** Environment of a process whose clock is ahead of the others by so many seconds; negative: behind them. */
export function clockAhead(seconds: number): Environment {
  return { NODE_OPTIONS: preloading('skewed-clock/preload.mjs'), CLOCK_SKEW_MS: String(seconds * 1000) };
}

function startOptions(): readonly string[] {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: { start: string } };
  return scripts.start.split(' ').filter((word) => word.startsWith('--'));
}

export type Environment = Readonly<Record<string, string>>;

export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A program that runs, and all it has said so far. */
export interface RunningProgram {
  readonly pid: number;
  readonly exited: Promise<Exit>;
  /** Settles with the first match in what is written to standard output. @throws Error with what was said when it ends before. */
  says(pattern: RegExp, withinMs?: number): Promise<RegExpExecArray>;
  signal(signal: NodeJS.Signals): void;
}

/** A test that times out while a program starts has nothing to stop it by. */
const running = new Set<ChildProcess>();
onProcessEnd(async () => {
  for (const child of running) child.kill('SIGKILL');
});

/**
 * Runs one of our programs with nothing in its environment but what is given, and where programs and temporary folders are.
 * @param script relative to the root of the project
 * @param words what stands behind it on the command line
 * @param root checkout whose program runs
 * @param prelude a command of the shell that sets up the process, as `umask 0`
 */
export function runProgram(
  script: string,
  environment: Environment,
  cwd: string = ROOT,
  words: readonly string[] = [],
  root: string = ROOT,
  prelude = ':',
): RunningProgram {
  const { PATH = '', TMPDIR = '' } = process.env;
  const { NODE_OPTIONS = '', ...given } = environment;
  const path = join(root, script);
  const command = [process.execPath, ...SERVICE_OPTIONS, loadedProgram(path, root), ...words];
  const child = spawn('sh', ['-c', `${prelude}; exec "$0" "$@"`, ...command], {
    cwd,
    // The launcher adds the arenas itself.
    env: {
      PATH,
      TMPDIR,
      NODE_OPTIONS: `${CHEAP_PASSWORDS} ${NODE_OPTIONS}`,
      ...(script === LAUNCHER ? {} : ARENAS),
      ...given,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].setEncoding('utf8').on('data', (text: string) => {
      said[stream] += text;
    });
  }
  // All that was said has arrived, and no process of its own is left.
  const exited = once(child, 'close').then(([code, signal]) => ({ code, signal, ...said }) as Exit);
  if (child.pid === undefined) throw new Error('The shell could not be started');
  running.add(child);
  child.once('close', () => running.delete(child));
  return {
    pid: child.pid,
    exited,
    says: (pattern, withinMs = START_WITHIN_MS) => matchIn(child, said, pattern, withinMs),
    signal: (signal) => void child.kill(signal),
  };
}

/** Bundled programs that were found: comparing all inputs of a bundle takes 5 ms. */
const bundled = new Map<string, string>();

/** After an edit of the sources a new bundle is made: programs start from it in half the CPU. */
export function loadedProgram(program: string, root: string = ROOT): string {
  const known = bundled.get(program);
  if (known !== undefined && existsSync(known)) return known;
  const found = bundledProgram(root, program) ?? newlyBundled(program, root);
  if (found !== null) bundled.set(program, found);
  return found ?? program;
}

function newlyBundled(program: string, root: string): string | null {
  if (hasBundled || root !== ROOT || !program.startsWith(SOURCES)) return null;
  hasBundled = true;
  execFileSync(process.execPath, [join(ROOT, 'scripts', 'bundle-programs.ts')]);
  return bundledProgram(root, program);
}

async function matchIn(
  child: ChildProcess,
  said: { readonly stdout: string; readonly stderr: string },
  pattern: RegExp,
  withinMs: number,
): Promise<RegExpExecArray> {
  const late = AbortSignal.timeout(withinMs);
  const closed = once(child, 'close', { signal: late });
  closed.catch(() => undefined);
  for (;;) {
    const match = pattern.exec(said.stdout);
    if (match !== null) return match;
    const ended = child.exitCode !== null || child.signalCode !== null || late.aborted;
    if (ended || child.stdout === null) throw new Error(`It never said ${pattern}:\n${said.stdout}${said.stderr}`);
    await Promise.race([once(child.stdout, 'data', { signal: late }), closed]).catch(() => undefined);
  }
}

export interface ServiceProcess extends RunningProgram {
  /** `http://127.0.0.1:<port>` */
  readonly address: string;
  /** From the start of the process until it says where it listens, milliseconds. */
  readonly startedInMs: number;
}

/** The welcome of a pretty log, or the line of one in JSON. */
const STARTED = /(?:listens on |"address":"(?=.*"Service started"))(http:[^\s"]+)/;

/** Starts the service on a free port and waits until it says where it listens: it answers from then on. */
export async function startServiceProcess(
  environment: Environment,
  root: string = ROOT,
  prelude?: string,
): Promise<ServiceProcess> {
  const startedAt = performance.now();
  const settings = { PORT: '0', LOG_LEVEL: 'warn', LOG_FORMAT: 'pretty', ...environment };
  const program = runProgram('src/main.ts', settings, root, [], root, prelude);
  const [, address = ''] = await program.says(STARTED);
  return { ...program, address, startedInMs: Math.round(performance.now() - startedAt) };
}
