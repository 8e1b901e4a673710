import { Type } from 'typebox';
import { defineEvent, type EventsOf } from '../event.ts';
import { Id } from '../schema.ts';

/** Identity of the log, which reveals stores of another installation. */
const InstallationCreated = defineEvent('InstallationCreated', {
  data: Type.Object({ installationId: Id }),
});

export const INSTALLATION_EVENTS = [InstallationCreated] as const;
export type InstallationEvent = EventsOf<typeof INSTALLATION_EVENTS>;
