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

type Report = object | string;

/** @param reports of steps, by their names; one that is a text is written as it is */
function summaryOf(reports: Readonly<Record<string, Report>>, ...failedSteps: string[]) {
  const named = Object.entries(reports).map(([step, report]) => {
    const path = join(directory, `${step}.json`);
    writeFileSync(path, typeof report === 'string' ? report : JSON.stringify(report));
    return `${step}=${path}`;
  });
  const args = [resolve('scripts/ci-summary.cjs'), ...named, ...failedSteps];
  const { status, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8', timeout: 10_000 });
  return { status, line: stdout.trimEnd().split('\n').at(-1) };
}

const summary = (report: Report, ...failedSteps: string[]) => summaryOf({ test: report }, ...failedSteps);

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

  it('adds up what several steps tested', () => {
    expect(summaryOf({ test: green, distributed: { ...green, numPendingTests: 1 } })).toEqual({
      status: 0,
      line: '6 passed, 0 failed, 1 skipped',
    });
  });

  it('is red when any of them executed nothing, or failed after its tests', () => {
    const nothing = { ...green, numPassedTests: 0 };
    expect(summaryOf({ test: green, distributed: nothing })).toEqual({ status: 1, line: '3 passed, 1 failed' });
    expect(summaryOf({ test: green, distributed: green }, 'distributed')).toEqual({
      status: 1,
      line: '6 passed, 1 failed',
    });
  });

  it('is red when a step left no report', () => {
    expect(summaryOf({ test: green, distributed: '' }, 'distributed')).toEqual({
      status: 1,
      line: '3 passed, 1 failed',
    });
  });
});
