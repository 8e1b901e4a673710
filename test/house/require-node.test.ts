import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';

/** Starts Node with the guard that `npm start` loads first, letting Node believe that it is the version given. */
function startAs(version: string) {
  const versions = JSON.stringify({ ...process.versions, node: version });
  const pretend = `Object.defineProperty(process, 'versions', { value: ${versions} }); require('./scripts/require-node.cjs');`;
  return spawnSync(process.execPath, ['-e', `${pretend} console.log('started');`], {
    encoding: 'utf8',
    timeout: 10_000,
  });
}

describe('starting on a Node that is too old', () => {
  it('says in one line which Node is needed', () => {
    const { status, stdout, stderr } = startAs('20.20.2');
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(/^Chatledger needs Node 24 or later and this is v[\d.]+: .+\n$/);
  });

  it.each(['24.0.0', '26.10.0'])('does not stand in the way of Node %s', (version) => {
    expect(startAs(version)).toMatchObject({ status: 0, stdout: 'started\n', stderr: '' });
  });
});
