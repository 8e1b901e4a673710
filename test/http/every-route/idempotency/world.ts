/** Shared by the tests of `Idempotency-Key`: a service with an owner, a chatbot and a widget, and requests that carry a key. */
import { randomUUID } from 'node:crypto';
import { beforeAll } from 'vitest';
import { systemClock } from '../../../../src/adapters/system/clock.ts';
import { ScriptedModel } from '../../../support/http/scripted-models.ts';
import {
  type ApiResponse,
  cookiesOf,
  type Owner,
  serviceOfFile,
  type TestService,
  type Widget,
} from '../../../support/http/service.ts';

export const TRUSTED_ORIGIN = 'https://app.example.com';
// Behind a proxy callers have addresses of their own. Nothing listens at the mail server's port.
const SETTINGS = { TRUST_PROXY: 'true', WEB_ORIGINS: TRUSTED_ORIGIN, SMTP_URL: 'smtp://127.0.0.1:1' };

export interface Attempt {
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body?: unknown;
}

export interface IdempotencyWorld {
  readonly model: ScriptedModel;
  service(): TestService;
  owner(): Owner;
  stranger(): Owner;
  /** A chatbot of the owner, which knows when it is open. */
  chatbotId(): string;
  widget(): Widget;
  /** An account of its own, with the cookies of its session. */
  registered(): Promise<{ body: { email: string; password: string; name: string }; cookies: string }>;
  send(attempt: Attempt, key: string): Promise<ApiResponse>;
}

/** One for the tests of a file. */
export function idempotencyWorldOfFile(): IdempotencyWorld {
  const model = new ScriptedModel();
  const service = serviceOfFile(SETTINGS, { models: model.models, clock: systemClock });
  let created: { owner: Owner; stranger: Owner; chatbotId: string; widget: Widget } | undefined;
  beforeAll(async () => {
    const [owner, stranger] = [await service().owner(), await service().owner()];
    const { id: chatbotId } = await owner.chatbot({ humanHandoffEnabled: true });
    await owner.text(chatbotId, 'Hours', 'We are open from nine to five.');
    created = { owner, stranger, chatbotId, widget: await owner.widget(chatbotId) };
  });
  const known = () => {
    if (created === undefined) throw new Error('Nobody has registered yet');
    return created;
  };
  return {
    model,
    service,
    owner: () => known().owner,
    stranger: () => known().stranger,
    chatbotId: () => known().chatbotId,
    widget: () => known().widget,
    async registered() {
      const body = { ...newCredentials(), name: 'Ada' };
      return { body, cookies: cookiesOf(await service().call('POST', '/api/auth/register', { body })) };
    },
    send: ({ path, headers, body }, key) =>
      service().call('POST', path, { body, headers: { ...headers, 'idempotency-key': key } }),
  };
}

export const newCredentials = () => ({ email: `${randomUUID()}@example.com`, password: 'correct horse' });

/** Headers of a caller behind the proxy. */
export const address = (headers: Record<string, string> = {}) => ({ 'x-forwarded-for': '203.0.113.7', ...headers });

export const isReplayed = (answer: ApiResponse) => answer.headers.get('idempotency-replayed') === 'true';

/** The parts that a repeat has in common with the first answer. */
export const said = ({ status, text, headers }: ApiResponse) => ({
  status,
  text,
  cookies: headers.getSetCookie(),
  etag: headers.get('etag'),
  contentType: headers.get('content-type'),
});
