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

type Status = 'passed' | 'failed' | 'skipped';

/** A report as vitest writes it, of one file for each list of statuses. */
function reportOf(files: Readonly<Record<string, readonly Status[]>>, success?: boolean) {
  const testResults = Object.entries(files).map(([name, statuses]) => ({
    name: resolve(name),
    status: statuses.includes('failed') ? 'failed' : 'passed',
    assertionResults: statuses.map((status, place) => ({ status, fullName: `fact ${place}` })),
  }));
  return { success: success ?? testResults.every((file) => file.status === 'passed'), testResults };
}

const green = reportOf({ 'a.test.ts': ['passed', 'passed'], 'b.test.ts': ['passed'] });
const red = reportOf({ 'a.test.ts': ['passed', 'failed'], 'b.test.ts': ['passed'] });
const unloaded = {
  success: false,
  testResults: [{ name: resolve('c.test.ts'), status: 'failed', assertionResults: [] }],
};

type Report = object | string;

function run(...args: string[]) {
  const script = resolve('scripts/ci-summary.cjs');
  return spawnSync(process.execPath, [script, ...args], { encoding: 'utf8', timeout: 10_000 });
}

function written(name: string, report: Report): string {
  const path = join(directory, `${name}.json`);
  writeFileSync(path, typeof report === 'string' ? report : JSON.stringify(report));
  return path;
}

/** @param runs reports of steps, in order; one that is a text is written as it is. A step that is named twice was repeated */
function summaryOf(runs: readonly (readonly [step: string, Report])[], ...failedSteps: string[]) {
  const named = runs.map(([step, report], place) => `${step}=${written(`${step}-${place}`, report)}`);
  const { status, stdout } = run(...named, ...failedSteps);
  const lines = stdout.trimEnd().split('\n');
  return { status, line: lines.at(-1), names: lines.slice(0, -1) };
}

function summary(report: Report, ...failedSteps: string[]) {
  const { status, line } = summaryOf([['test', report]], ...failedSteps);
  return { status, line };
}

describe('the closing line of a build', () => {
  it('counts the tests that passed', () => {
    expect(summary(green)).toEqual({ status: 0, line: '3 passed, 0 failed' });
  });

  it('names skipped tests only when there were some', () => {
    const report = reportOf({ 'a.test.ts': ['passed', 'skipped', 'skipped'] });
    expect(summary(report)).toEqual({ status: 0, line: '1 passed, 0 failed, 2 skipped' });
  });

  it('counts a failed test once, though its step failed too', () => {
    expect(summary(red, 'test')).toEqual({ status: 1, line: '2 passed, 1 failed' });
  });

  it('counts a test file that did not load', () => {
    const report = { success: false, testResults: [...green.testResults, ...unloaded.testResults] };
    expect(summary(report, 'test')).toEqual({ status: 1, line: '3 passed, 1 failed' });
  });

  it('counts a check that failed', () => {
    expect(summary(green, 'check')).toEqual({ status: 1, line: '3 passed, 1 failed' });
  });

  it('is red when no test was executed', () => {
    const report = reportOf({ 'a.test.ts': ['skipped'] });
    expect(summary(report)).toEqual({ status: 1, line: '0 passed, 1 failed, 1 skipped' });
  });

  it('is red when the run was cut off before it could report', () => {
    expect(summary('{"success": tr', 'test')).toEqual({ status: 1, line: '0 passed, 1 failed' });
  });

  it('is red when every test passed and the run failed all the same', () => {
    expect(summary({ ...green, success: false })).toEqual({ status: 1, line: '3 passed, 1 failed' });
    expect(summary(green, 'test')).toEqual({ status: 1, line: '3 passed, 1 failed' });
  });

  it('adds up what several steps tested', () => {
    const { status, line } = summaryOf([
      ['test', green],
      ['distributed', reportOf({ 'd.test.ts': ['passed', 'skipped'] })],
    ]);
    expect({ status, line }).toEqual({ status: 0, line: '4 passed, 0 failed, 1 skipped' });
  });

  it('is red when any step executed nothing, failed after its tests, or left no report', () => {
    const line = '3 passed, 1 failed';
    expect(
      summaryOf([
        ['test', green],
        ['distributed', reportOf({})],
      ]),
    ).toMatchObject({ status: 1, line });
    expect(
      summaryOf(
        [
          ['test', green],
          ['distributed', ''],
        ],
        'distributed',
      ),
    ).toMatchObject({ status: 1, line });
  });
});

describe('a test that failed', () => {
  it('is named before the closing line', () => {
    expect(summaryOf([['test', red]], 'test').names).toEqual(['Failed in test: a.test.ts > fact 1']);
    expect(summaryOf([['test', unloaded]], 'test').names[0]).toBe('Failed in test: c.test.ts > (the file, or a hook)');
  });

  it('has its file listed for another run', () => {
    expect(run('--failed-files', written('red', red)).stdout).toBe('a.test.ts\n');
    expect(run('--failed-files', written('green', green)).stdout).toBe('');
    expect(run('--failed-files', join(directory, 'absent.json'))).toMatchObject({ status: 0, stdout: '' });
  });

  it('is named as flaky when it passes by itself', () => {
    const again = reportOf({ 'a.test.ts': ['passed', 'passed'] });
    expect(
      summaryOf(
        [
          ['test', red],
          ['test', again],
        ],
        'test',
      ),
    ).toEqual({
      status: 0,
      line: '3 passed, 0 failed',
      names: ['Flaky in test, passed when repeated: a.test.ts > fact 1'],
    });
  });

  it('is red when it fails again', () => {
    const again = reportOf({ 'a.test.ts': ['passed', 'failed'] });
    expect(
      summaryOf(
        [
          ['test', red],
          ['test', again],
        ],
        'test',
        'test, repeated',
      ),
    ).toMatchObject({
      status: 1,
      line: '2 passed, 1 failed',
    });
  });

  it('is red when its other run was cut off', () => {
    expect(
      summaryOf(
        [
          ['test', red],
          ['test', ''],
        ],
        'test',
        'test, repeated',
      ),
    ).toMatchObject({
      status: 1,
      line: '2 passed, 1 failed',
    });
  });
});
