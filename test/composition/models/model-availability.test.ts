import { expect, test } from 'vitest';
import { ModelAvailability } from '../../../src/composition/models/model-availability.ts';
import { NO_LOGGER } from '../../../src/ports/logger.ts';
import { ModelUnavailable } from '../../../src/ports/models.ts';

test('A model that fails is logged once, and once more when it is back', () => {
  const lines: unknown[] = [];
  const note = (level: string) => (details: object, message: string) => lines.push({ level, message, ...details });
  const standing = new ModelAvailability({ ...NO_LOGGER, info: note('info'), warn: note('warn') });
  const error = new ModelUnavailable('overloaded');
  standing.succeeded('language model');
  standing.failed('language model', error);
  standing.failed('language model', error);
  standing.failed('embedding model', new TypeError('no fault of the model'));
  standing.succeeded('embedding model');
  standing.succeeded('language model');
  standing.succeeded('language model');
  expect(lines).toEqual([
    { level: 'warn', message: 'Model is failing', model: 'language model', err: error },
    { level: 'info', message: 'Model has recovered', model: 'language model', seconds: expect.any(Number) },
  ]);
});
