import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let directory = '';
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'chatledger-ci-'));
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const green = {
  success: true,
  numPassedTests: 3,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  testResults: [],
};

function summary(report: object | string, ...failedSteps: string[]) {
  const path = join(directory, 'tests.json');
  writeFileSync(path, typeof report === 'string' ? report : JSON.stringify(report));
  const args = [resolve('scripts/ci-summary.cjs'), path, ...failedSteps];
  const { status, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8', timeout: 10_000 });
  return { status, line: stdout.trimEnd().split('\n').at(-1) };
}

describe('the closing line of a build', () => {
  it('counts the tests that passed', () => {
    expect(summary(green)).toEqual({ status: 0, line: '3 passed, 0 failed' });
  });

  it('names skipped tests only when there were some', () => {
    const report = { ...green, numPendingTests: 2, numTodoTests: 1 };
    expect(summary(report)).toEqual({ status: 0, line: '3 passed, 0 failed, 3 skipped' });
  });

  it('counts a failed test once, though its step failed too', () => {
    const testResults = [{ status: 'failed', assertionResults: [{ status: 'failed' }] }];
    const report = { ...green, success: false, numFailedTests: 1, testResults };
    expect(summary(report, 'test')).toEqual({ status: 1, line: '3 passed, 1 failed' });
  });

  it('counts a test file that did not load', () => {
    const report = { ...green, success: false, testResults: [{ status: 'failed', assertionResults: [] }] };
    expect(summary(report, 'test')).toEqual({ status: 1, line: '3 passed, 1 failed' });
  });

  it('counts a check that failed', () => {
    expect(summary(green, 'check')).toEqual({ status: 1, line: '3 passed, 1 failed' });
  });

  it('is red when no test was executed', () => {
    expect(summary({ ...green, numPassedTests: 0, numPendingTests: 3 })).toEqual({
      status: 1,
      line: '0 passed, 1 failed, 3 skipped',
    });
  });

  it('is red when the run was cut off before it could report', () => {
    expect(summary('{"success": tr', 'test')).toEqual({ status: 1, line: '0 passed, 1 failed' });
  });

  it('is red when every test passed and the run failed all the same', () => {
    expect(summary({ ...green, success: false }, 'test')).toEqual({ status: 1, line: '3 passed, 1 failed' });
  });
});
