/** `Idempotency-Key`, tried on every POST that the OpenAPI document names: one that is added later fails here until it is tried too. */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { Idempotency } from '../../../../src/ports/idempotency.ts';
import type { OpenApiDocument } from '../../../support/http/documented.ts';
import type { ApiResponse } from '../../../support/http/service.ts';
import { trialsOf } from './trials.ts';
import { idempotencyWorldOfFile, isReplayed, said } from './world.ts';

const world = idempotencyWorldOfFile();
const TRIALS = trialsOf(world);
const trials = Object.entries(TRIALS).map(([operationId, trial]) => ({ operationId, ...trial }));

/** Ids and secrets of the created resource. */
const made = ({ text }: ApiResponse) => [
  ...new Set(text.match(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|cwk_[\w-]+/g) ?? []),
];

/** Simulates a service that was killed before it stored the response. */
function dieBeforeKeeping(): void {
  const { idempotency } = world.service().running.stores;
  const spy = vi
    .spyOn(idempotency, 'storeResponse')
    .mockImplementationOnce(async (hold: Parameters<Idempotency['storeResponse']>[0]) => {
      spy.mockRestore();
      await idempotency.release(hold);
      return false;
    });
}

/** Simulates a flipped bit in the next response that is stored. */
function damageStored(): void {
  const { idempotency } = world.service().running.stores;
  const store = idempotency.storeResponse.bind(idempotency);
  const spy = vi.spyOn(idempotency, 'storeResponse').mockImplementationOnce((lease, response) => {
    spy.mockRestore();
    const flipped = response.sealed.startsWith('A') ? 'B' : 'A';
    return store(lease, { ...response, sealed: `${flipped}${response.sealed.slice(1)}` });
  });
}

describe('The OpenAPI document', () => {
  let operations: OpenApiDocument['paths'][string][string][];
  beforeAll(async () => {
    const { paths } = await world.service().document();
    operations = Object.values(paths).flatMap(({ post }) => (post === undefined ? [] : [post]));
  });

  it('tells of the key with every POST, and how one may be refused', () => {
    for (const { operationId, parameters, responses } of operations) {
      expect([operationId, parameters]).toEqual([
        operationId,
        expect.arrayContaining([expect.objectContaining({ in: 'header', name: 'Idempotency-Key', required: false })]),
      ]);
      const codes = [400, 409, 422].flatMap((status) =>
        Object.keys(responses[status]?.content?.['application/json']?.examples ?? {}),
      );
      const refusals = ['VALIDATION_FAILED', 'IDEMPOTENCY_KEY_IN_USE', 'IDEMPOTENCY_KEY_REUSED'];
      expect([operationId, codes]).toEqual([operationId, expect.arrayContaining(refusals)]);
    }
  });

  it('names no POST that is not tried here', () => {
    expect(operations.map(({ operationId }) => operationId).sort()).toEqual(Object.keys(TRIALS).sort());
  });
});

describe.each(trials)('$operationId with a key', ({ prepare, otherBody, otherCaller, status }) => {
  it('is answered once, refused with another body, and nothing to another caller', async () => {
    const attempt = await prepare();
    const key = randomUUID();
    const first = await world.send(attempt, key);
    expect([first.status, isReplayed(first)]).toEqual([status, false]);
    const repeat = await world.send(attempt, key);
    expect(isReplayed(repeat)).toBe(true);
    expect(said(repeat)).toEqual(said(first));
    const other = await world.send({ ...attempt, body: otherBody(attempt.body) }, key);
    expect([other.status, other.code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
    const another = await world.send(otherCaller(attempt), key);
    expect(isReplayed(another)).toBe(false);
    for (const id of made(first).filter((one) => one.startsWith('cwk_'))) expect(another.text).not.toContain(id);
    expect(said(await world.send(attempt, key))).toEqual(said(first));
  });

  it.each([
    { when: 'the service ended before the answer was kept', fault: dieBeforeKeeping },
    { when: 'the kept answer is damaged', fault: damageStored },
  ])('does nothing twice when $when', async ({ fault }) => {
    const attempt = await prepare();
    const key = randomUUID();
    fault();
    const first = await world.send(attempt, key);
    expect(first.status).toBe(status);
    const repeat = await world.send(attempt, key);
    expect([repeat.status, isReplayed(repeat)]).toEqual([status, false]);
    expect(made(repeat)).toEqual(made(first));
    if (attempt.path.endsWith('/feedback')) expect(repeat.data).toEqual(first.data);
    expect(said(await world.send(attempt, key))).toEqual(said(repeat));
  });

  it.each(['', 'k'.repeat(129), 'clé'])('refuses the key %j', async (key) => {
    const refused = await world.send(await prepare(), key);
    expect([refused.status, refused.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(refused.details).toEqual([{ path: 'Idempotency-Key', message: expect.any(String) }]);
  });

  it('takes keys of 1 and of 128 characters', async () => {
    const attempt = await prepare();
    const answers = [await world.send(attempt, '!'), await world.send({ ...attempt }, 'k'.repeat(128))];
    for (const answer of answers) expect(answer.code).not.toBe('VALIDATION_FAILED');
  });
});
