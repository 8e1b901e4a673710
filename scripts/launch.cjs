// `node scripts/launch.cjs [NODE OPTIONS...] PROGRAM [WORDS...]`: runs the program on this Node when it is new enough, else on another one that is,
// else says in one sentence what to do.
const { spawn } = require('node:child_process');
const { constants } = require('node:os');
const { delimiter, dirname, resolve } = require('node:path');
const { pathToFileURL } = require('node:url');
const { ARENAS } = require('./malloc-arenas.cjs');
const { isNewEnough, missingNode, otherNode } = require('./node-choice.cjs');
const { bundledProgram } = require('./program-bundle.cjs');

const ROOT = resolve(__dirname, '..');
const SERVICE = resolve(ROOT, 'src', 'main.ts');
/** A service that started from its sources has the next start find a bundle. Later, since the machine is busy with this one. */
const BUNDLES_AFTER_MS = 60_000;
const FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const SHELL_CHECK_MS = 250;

/** Bounds of the garbage that V8 keeps, which hold for the program wherever it runs. */
const isMemoryOption = (word) => /^--(?:max-semi-space-size|heap-growing-percent)=/.test(word);

function launch() {
  const given = process.argv.slice(2);
  const at = given.findIndex((word) => !word.startsWith('-'));
  const options = given.slice(0, at);
  const [program = '', ...words] = given.slice(at);
  const path = resolve(program);
  const isThisOne = isNewEnough(process.versions.node);
  if (path === SERVICE) startWithArenas(isThisOne);
  if (process.env.npm_lifecycle_event !== undefined) endWithShell();
  // Options such as --watch are for the sources.
  const loaded = (options.length === 0 && bundledProgram(ROOT, path)) || path;
  const node = isThisOne ? process.execPath : otherNode(ROOT);
  if (options.length === 0 && loaded === SERVICE) setTimeout(bundlePrograms, BUNDLES_AFTER_MS, node).unref();
  if (isThisOne && options.length === 0) {
    process.argv.splice(1, 2, path);
    return import(pathToFileURL(loaded).href);
  }
  if (node !== null) return runOn(node, [...process.execArgv.filter(isMemoryOption), ...options, loaded, ...words]);
  console.error(missingNode(ROOT));
  process.exitCode = 1;
}

/** Starts this process again with the arenas in its environment. Another Node is started with them anyway. */
function startWithArenas(isThisOne) {
  if (process.platform !== 'linux' || Object.keys(ARENAS).some((name) => name in process.env)) return;
  Object.assign(process.env, ARENAS);
  const command = [process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  // A process manager's channel would be lost.
  if (isThisOne && process.send === undefined) process.execve?.(process.execPath, command, { ...process.env });
}

/** npm passes SIGTERM to its shell, and many shells (dash) end without passing it on: the program would run on unseen. */
function endWithShell() {
  const shell = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, SHELL_CHECK_MS);
  timer.unref();
}

/** In a process of its own, whose failure is nobody's. */
function bundlePrograms(node) {
  const program = resolve(ROOT, 'scripts', 'bundle-programs.ts');
  spawn(node, [program], { stdio: 'ignore' })
    .on('error', () => undefined)
    .unref();
}

/** Runs it as a child that ends as we are told to, and ends as it does. */
function runOn(node, words) {
  const isWindows = process.platform === 'win32';
  process.env.PATH = [dirname(node), process.env.PATH].join(delimiter);
  // Before the program starts: a signal that came between would end the launcher alone.
  for (const signal of FORWARDED) process.on(signal, () => void (isWindows || child.kill(signal)));
  const child = spawn(node, words, {
    stdio: 'inherit',
    // In a group of its own: a terminal's Ctrl-C would reach it too, and a second signal means "at once" to it.
    detached: !isWindows,
  });
  if (!isWindows && child.pid !== undefined) endWithLauncher(child.pid);
  child.on('error', (error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
}

/** SIGKILL ends the launcher alone, and the program would run on unseen. Its end closes the pipe that this shell reads. */
function endWithLauncher(program) {
  const stdio = ['pipe', 'ignore', 'ignore'];
  spawn('sh', ['-c', 'read -r _; kill "$0"', String(program)], { stdio, detached: true })
    .on('error', () => undefined)
    .unref();
}

void launch();
