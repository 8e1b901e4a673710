/** The systemd unit: what systemd itself says of it, and what it agrees with. */
import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { programPath } from '../support/programs.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const UNIT = 'ops/systemd/chatledger.service';
/** On systemd's scale of 0 to 10, in tenths. Web servers as packaged have about 90. */
const MAX_EXPOSURE = 20;

const unit = readFileSync(UNIT, 'utf8');
const valuesOf = (name: string) => [...unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value]) => value);

/** @returns what it complains of @throws Error when it refuses the unit */
function verify(changed = unit): string {
  const directory = temporaryDirectory();
  cpSync('ops/systemd', directory, { recursive: true });
  const path = join(directory, 'chatledger.service');
  // Node may stand elsewhere on this machine.
  writeFileSync(path, changed.replace('/usr/bin/node', process.execPath));
  return execFileSync('sh', ['-c', '"$0" verify --man=no "$1" 2>&1', 'systemd-analyze', path], { encoding: 'utf8' });
}

describe.skipIf(programPath('systemd-analyze') === null)('The systemd unit', () => {
  it('is understood by systemd, line by line', () => {
    expect(verify()).toBe('');
    expect(verify(unit.replace('RestartSec=5s', 'RestartSec=soon'))).toContain('Failed to parse');
  });

  it('leaves the service little beyond what it needs', () => {
    const words = ['security', '--offline=yes', '--no-pager', `--threshold=${MAX_EXPOSURE}`];
    expect(() => execFileSync('systemd-analyze', [...words, UNIT], { stdio: 'pipe' })).not.toThrow();
    const open = join(temporaryDirectory(), 'chatledger.service');
    writeFileSync(open, unit.replace('ProtectSystem=strict', '').replace(/^SystemCall.*$/gm, ''));
    expect(() => execFileSync('systemd-analyze', [...words, open], { stdio: 'pipe' })).toThrow();
  });
});

describe('The systemd unit agrees with', () => {
  it('the time that a graceful shutdown takes', () => {
    expect(valuesOf('TimeoutStopSec')).toEqual(['40s']);
    expect(readFileSync('docker-compose.yml', 'utf8')).toContain('stop_grace_period: 40s');
    expect(readFileSync('docs/operations/outages.md', 'utf8')).toMatch(/Allow 40\s+seconds before a kill/);
    // A second SIGTERM means "exit at once", and the launcher passes on its own.
    expect(valuesOf('KillMode')).toEqual(['mixed']);
  });

  it('the way that npm and the image start the service', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { start: string } };
    expect(valuesOf('ExecStart')).toEqual([`/usr/bin/${scripts.start}`]);
    const [, command = ''] = /^CMD (.+)$/m.exec(readFileSync('Dockerfile', 'utf8')) ?? [];
    expect(JSON.parse(command).join(' ')).toBe(scripts.start);
  });

  it('the user that it runs as', () => {
    const [, user, home] = /^u (\S+) - ".*" (\S+) /m.exec(readFileSync('ops/systemd/sysusers.conf', 'utf8')) ?? [];
    expect([valuesOf('User'), home]).toEqual([[user], '/var/lib/chatledger']);
    expect(unit).toContain(`DATA_DIR=${home}`);
  });
});
