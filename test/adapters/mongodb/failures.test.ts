import { setTimeout as wait } from 'node:timers/promises';
import {
  MongoBulkWriteError,
  type MongoClient,
  MongoInvalidArgumentError,
  MongoNetworkError,
  MongoServerError,
  MongoServerSelectionError,
} from 'mongodb';
import { describe, expect, test } from 'vitest';
import { type Call, callsTo } from '../../../src/adapters/mongodb/failures.ts';
import { StoreUnavailable } from '../../../src/ports/store-unavailable.ts';
import { failureOf, saidBy } from '../../support/failures.ts';

const newConnection = () => ({ client: {} as MongoClient });
/** Each over a connection of its own, which the call before has not broken. */
const call: Call = (operation, deadlineMs) => callsTo('documents', newConnection())(operation, deadlineMs);
const failing = (error: unknown) => failureOf(call(() => Promise.reject(error)));

describe('A call to MongoDB', () => {
  test.each([
    ['the connection broke', new MongoNetworkError('connection 1 to 10.0.0.1:27017 closed')],
    ['there is no primary', new MongoServerSelectionError('no primary', {} as never)],
    ['the primary stepped down', new MongoServerError({ message: 'x', code: 189, codeName: 'PrimarySteppedDown' })],
    ['the majority did not confirm in time', new MongoServerError({ message: 'x', code: 64 })],
    ['its disk is full', new MongoServerError({ message: 'x', code: 14_031, codeName: 'OutOfDiskSpace' })],
    ['writes are blocked', new MongoServerError({ message: 'x', code: 371, codeName: 'UserWritesBlocked' })],
    ['it is overloaded', new MongoServerError({ message: 'x', code: 433, codeName: 'AdmissionQueueOverflow' })],
    ['an operator ended the operation', new MongoServerError({ message: 'x', code: 11_601, codeName: 'Interrupted' })],
    ['the password is wrong', new MongoServerError({ message: 'x', code: 18, codeName: 'AuthenticationFailed' })],
    ['the server itself fails', new MongoServerError({ message: 'Unknown error: null' })],
    ['it may be tried again', new MongoServerError({ message: 'x', errorLabels: ['RetryableWriteError'] })],
    ['the name of the server is unknown', Object.assign(new Error('querySrv ENOTFOUND'), { syscall: 'querySrv' })],
  ])('finds the store unavailable when %s', async (_, error) => {
    const failure = await failing(error);
    expect(failure).toBeInstanceOf(StoreUnavailable);
    expect(failure).toMatchObject({ store: 'documents' });
  });

  test('says how the connection of a bulk write broke', async () => {
    const broken = new MongoNetworkError('connection 3 to 10.0.0.1:27017 timed out');
    const failure = await failing(new MongoBulkWriteError(broken as never, {} as never));
    expect(failure).toBeInstanceOf(StoreUnavailable);
    expect(String(failure)).toContain('connection 3 to 10.0.0.1:27017 timed out');
  });

  test('does not call the store unavailable when what was asked for was wrong', async () => {
    for (const error of [
      new MongoServerError({ message: 'x', code: 2, codeName: 'BadValue' }),
      new MongoInvalidArgumentError('x'),
    ]) {
      expect(await failing(error)).not.toBeInstanceOf(StoreUnavailable);
    }
    const own = new RangeError('not an id');
    expect(await failing(own)).toBe(own);
  });

  test('leaves what was sent out of its errors', async () => {
    const op = { q: {}, u: { document: 'a secret' } };
    const errors = [
      new MongoBulkWriteError({ message: 'a secret', code: 2, writeErrors: [{ op } as never] }, {} as never),
      new MongoServerError({ message: 'dup key: { _id: "a secret" }', code: 11_000, keyValue: { _id: 'a secret' } }),
      new MongoServerError({ message: 'a secret', code: 189, codeName: 'PrimarySteppedDown' }),
    ];
    for (const error of errors) expect(saidBy(await failing(error))).not.toContain('secret');
    expect(String(await failing(errors[2]))).toContain('PrimarySteppedDown');
  });

  test('times out, and ignores a later failure', async () => {
    let failed = false;
    const late = call(async () => {
      await wait(30);
      failed = true;
      throw new Error('too late');
    }, 5);
    expect(await failureOf(late)).toBeInstanceOf(StoreUnavailable);
    await expect.poll(() => failed).toBe(true);
  });
});

describe('While MongoDB is away', () => {
  test('all stores of the connection fail without calls, until one finds it again', async () => {
    const connection = newConnection();
    const [documents, keys] = ['documents', 'keys'].map((store) => callsTo(store, connection));
    const broken = new MongoNetworkError('connection 1 to 10.0.0.1:27017 closed');
    await failureOf(documents?.(() => Promise.reject(broken)) ?? Promise.resolve());
    let made = 0;
    const other = failureOf(keys?.(async () => (made += 1)) ?? Promise.resolve());
    expect(await other).toMatchObject({ name: 'StoreUnavailable', store: 'keys' });
    expect(made).toBe(0);
    await expect.poll(() => documents?.(async () => 'back').catch(() => null), { timeout: 10_000 }).toBe('back');
    expect(await keys?.(async () => 'found')).toBe('found');
  });

  test('an answer after the deadline shows that it is not', async () => {
    const connection = newConnection();
    const documents = callsTo('documents', connection);
    const late = Promise.withResolvers<string>();
    await failureOf(documents(() => late.promise, 5));
    late.resolve('late');
    await late.promise;
    expect(await documents(async () => 'next')).toBe('next');
  });

  test('an error that the server itself tells is its answer', async () => {
    const connection = newConnection();
    const documents = callsTo('documents', connection);
    await failureOf(documents(() => Promise.reject(new MongoNetworkError('closed'))));
    const duplicate = new MongoServerError({ message: 'x', code: 11_000 });
    const isAnswered = () => failureOf(documents(() => Promise.reject(duplicate))).then(String);
    await expect.poll(isAnswered, { timeout: 10_000 }).not.toContain('does not answer');
    const both = [documents(async () => 'a'), documents(async () => 'b')];
    expect(await Promise.all(both)).toEqual(['a', 'b']);
  });
});
