/** An account with one of everything, for tests that try every route. */
import type { LeadPage } from '../../../src/projections/leads/queries.ts';
import { type IdOf, type Kind, type Operation, operationsOf, validRequest } from './operations.ts';
import type { ApiResponse, Owner, TestService, Widget } from './service.ts';

export interface World {
  readonly owner: Owner;
  readonly widget: Widget;
  readonly ids: Readonly<Record<Kind, string>>;
  /** Another visitor of the same chatbot. */
  readonly neighbour: Pick<Record<Kind, string>, 'session' | 'message'>;
}

/** An account with a chatbot that has a source, a key, and two visitors, of whom each has an answer and one has left a lead. */
export async function newWorld(service: TestService): Promise<World> {
  const owner = await service.owner();
  const allowLead = { allowLeadCapture: true, leadCaptureFields: { name: true, email: true, phone: true } };
  const { id: chatbot } = await owner.chatbot({ ...allowLead, humanHandoffEnabled: true });
  // A website, which can be refreshed; its address is refused at once.
  const body = { type: 'url', sourceUrl: 'http://127.0.0.1:1/', isRecursive: false };
  const path = `/chatbots/${chatbot}/datasources`;
  const { data } = await owner.call<{ dataSource: { id: string } }>('POST', path, { body });
  await owner.trained(chatbot);
  const widget = await owner.widget(chatbot);
  const [session, other] = [crypto.randomUUID(), crypto.randomUUID()];
  const { messageId: message } = await widget.ask(session, 'Hello', { leadData: { name: 'Ada' } });
  const neighbour = { session: other, message: (await widget.ask(other, 'Hello')).messageId };
  const { leads } = (await owner.call<LeadPage>('GET', `/chatbots/${chatbot}/leads`)).data;
  const { id: lead, conversationId: conversation } = leads[0] ?? { id: '', conversationId: '' };
  const ids = { chatbot, source: data.dataSource.id, key: widget.record.id, conversation, lead, session, message };
  return { owner, widget, ids, neighbour };
}

/** The request of the route, as its owner or its widget makes it. @param text as for `validRequest` */
export function callAs(
  world: World,
  operation: Operation,
  idOf: IdOf,
  headers: Record<string, string> = {},
  text?: string,
) {
  const { method, path, body } = validRequest(operation, idOf, text);
  const { owner, widget } = world;
  const credentials = operation.access === 'widget' ? widget.headers : { cookie: owner.cookie };
  const all = { ...credentials, ...headers };
  return owner.service.call(method, path, body === undefined ? { headers: all } : { body, headers: all });
}

/** All that the owner can read, by route. Usage counts of keys are left out, because they change a moment later. */
export async function allThatIsThere(world: World): Promise<Readonly<Record<string, string>>> {
  const operations = operationsOf(await world.owner.service.document());
  const reads = operations.filter(({ method, access }) => method === 'GET' && access === 'session');
  const answers = reads.map(async (operation) => {
    // From the end, so that a page is all there is.
    const whole = { ...operation, places: operation.places.filter((place) => place.in === 'path') };
    const answer = await callAs(world, whole, ({ kind }) => world.ids[kind]);
    // An event stream begins with the position of the log, which others' events move.
    const text = answer.text.replace(/"(?:usageCount|lastUsedAt)":[^,}]+|^id: \d+$/gm, '');
    return [operation.route, `${answer.status} ${text}`] as const;
  });
  return Object.fromEntries(await Promise.all(answers));
}

/** An answer without what differs from one request to the next. @param ids that were sent, which may come back */
export function comparable({ status, text }: ApiResponse, ids: readonly string[]): string {
  const known = ids.reduce((rest, id) => rest.replaceAll(id, '<id>'), text);
  const plain = known
    .replace(/"requestId":"[^"]+"/g, '"requestId":"<request>"')
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '<id>')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>');
  return `${status} ${plain}`;
}
