// After `npm ci`: takes the Node that npm has installed off the PATH of npm's scripts when the caller's own is new enough, and when
// the installed one does not run on this machine.
const { rmSync } = require('node:fs');
const { join, resolve } = require('node:path');
const { missingNode, packagedNode, runs } = require('./node-choice.cjs');

const ROOT = resolve(__dirname, '..');
const { npm_node_execpath: callers = process.execPath } = process.env;

const packaged = packagedNode(ROOT);
const isCallersEnough = runs(callers);
const doesPackagedRun = packaged !== null && runs(packaged);
// Not on Windows, where it always runs: there it is a batch file that is being executed this very moment.
if (process.platform !== 'win32' && (isCallersEnough || !doesPackagedRun)) {
  rmSync(join(ROOT, 'node_modules', '.bin', 'node'), { force: true });
}
if (!isCallersEnough && !doesPackagedRun) console.error(missingNode(ROOT));
