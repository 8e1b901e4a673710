import { nextDue, type RefreshSchedule } from '../../domain/chatbot/refresh-schedule.ts';
import { CHATBOT_ENDS, type ChatbotEnd, defineProjection, reading } from '../projection.ts';

/** Absent when the schedule is `none`. */
export type RefreshScheduleDocument = {
  /** Id of the chatbot. */
  readonly id: string;
  readonly schedule: RefreshSchedule;
  /** When the schedule was set, epoch milliseconds. */
  readonly since: number;
  /** Epoch milliseconds. */
  readonly dueAt: number;
  /** Revision of the chatbot's configuration. */
  readonly revision: number;
};

export const refreshSchedules = defineProjection<
  RefreshScheduleDocument,
  'ChatbotConfigured' | 'ScheduledRefreshRequested' | ChatbotEnd
>({
  collection: { name: 'refresh_schedules', version: 1, indexes: [['dueAt']] },
  handles: ['ChatbotConfigured', 'ScheduledRefreshRequested', ...CHATBOT_ENDS],
  touches: ({ event }) => reading(event.data.chatbotId),
  apply(before, { event, metadata, revision }, id) {
    switch (event.type) {
      case 'ChatbotConfigured': {
        const schedule = event.sealed?.autoRefreshSchedule;
        if (schedule === undefined) return before && { ...before, revision };
        if (schedule === 'none') return null;
        const since = metadata.at;
        return { id, schedule, since, dueAt: nextDue(schedule, since, since), revision };
      }
      case 'ScheduledRefreshRequested':
        return before && { ...before, dueAt: nextDue(before.schedule, before.since, event.data.dueAt) };
      case 'ChatbotDeleted':
      case 'ChatbotSlotReleased':
        return null;
    }
  },
});
