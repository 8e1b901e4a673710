/** The event log and the key store of an installation share its id. */
import { type Aggregate, accept } from '../aggregate.ts';
import type { InstallationEvent } from './events.ts';

export interface InstallationState {
  readonly installationId: string | null;
}

export interface CreateInstallation {
  readonly type: 'CreateInstallation';
  readonly installationId: string;
}

export const INSTALLATION_STREAM_ID = 'log';

export const installation: Aggregate<InstallationState, CreateInstallation, InstallationEvent, never> = {
  category: 'installation',
  initial: { installationId: null },
  evolve: (_, event) => ({ installationId: event.data.installationId }),
  decide({ installationId }, state) {
    if (state.installationId !== null) return accept();
    return accept({ type: 'InstallationCreated', data: { installationId } });
  },
};
