import { describe, it } from 'vitest';
import { refreshSchedules } from '../../../src/projections/refresh-schedules/projection.ts';
import { fact } from '../../support/events/facts.ts';
import { NOON } from '../../support/fixtures.ts';
import { givenEvents } from '../../support/projections/projection-spec.ts';

const DAY_MS = 24 * 3_600_000;
const daily = fact('ChatbotConfigured', {}, { autoRefreshSchedule: 'daily' });
const none = fact('ChatbotConfigured', {}, { autoRefreshSchedule: 'none' });
const renamed = fact('ChatbotConfigured', {}, { name: 'Shop' });

describe('A refresh schedule in its read model', () => {
  it('is due one period after it was set', () => {
    givenEvents(refreshSchedules, daily).thenDocument('bot', {
      id: 'bot',
      schedule: 'daily',
      since: NOON,
      dueAt: NOON + DAY_MS,
      revision: 0,
    });
  });

  it('is due again a whole number of periods after it was set, however late the refresh was', () => {
    const requested = fact('ScheduledRefreshRequested', { dueAt: NOON + 3 * DAY_MS });
    givenEvents(refreshSchedules, daily, requested).thenDocument('bot', {
      id: 'bot',
      schedule: 'daily',
      since: NOON,
      dueAt: NOON + 4 * DAY_MS,
      revision: 0,
    });
  });

  it('follows the revision of the configuration, and is not moved by other changes', () => {
    givenEvents(refreshSchedules, daily, renamed).thenDocument('bot', {
      id: 'bot',
      schedule: 'daily',
      since: NOON,
      dueAt: NOON + DAY_MS,
      revision: 1,
    });
  });

  it('exists only for chatbots that have one', () => {
    givenEvents(refreshSchedules, renamed).thenIds();
    givenEvents(refreshSchedules, fact('ScheduledRefreshRequested')).thenIds();
    givenEvents(refreshSchedules, daily, none).thenIds();
  });

  it('is deleted with its chatbot', () => {
    givenEvents(refreshSchedules, daily, fact('ChatbotDeleted')).thenIds();
    givenEvents(refreshSchedules, daily, fact('ChatbotSlotReleased')).thenIds();
  });
});
