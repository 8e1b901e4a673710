import { beforeAll } from 'vitest';
import { onProcessEnd } from '../vitest/process-end.ts';
import { TestService } from './service.ts';

let starting: Promise<TestService> | undefined;

/** The service that all files of the test process share, whose tests have accounts of their own. */
export function sharedService(): () => TestService {
  let service: TestService | undefined;
  beforeAll(async () => {
    starting ??= TestService.start().then((started) => {
      onProcessEnd(() => started.stop());
      return started;
    });
    service = await starting;
  });
  return () => {
    if (service === undefined) throw new Error('The service has not started');
    return service;
  };
}
