import { AnswerExplanationDialog } from '../../explanation/explanation-dialog.tsx';
import { Page } from '../../shell/page.tsx';
import type { ChatbotPageProps } from '../../shell/page-list.ts';
import { useSearchParam } from '../../shell/use-search-param.ts';
import { Button } from '../../ui/button.tsx';
import { Select, TextField } from '../../ui/forms/field.tsx';
import { EventList } from './event-list.tsx';
import { KINDS } from './kinds.ts';
import { StateDialog } from './state-dialog.tsx';

export function HistoryPage({ chatbot: { id } }: ChatbotPageProps) {
  const [kindParam, setKind] = useSearchParam('kind');
  const [until = '', setUntil] = useSearchParam('until');
  const [session, setSession] = useSearchParam('session');
  const [at, setAt] = useSearchParam('at');
  const [why, setWhy] = useSearchParam('why');
  // Changes of the chatbot are no visitor's.
  const usual = KINDS[session === undefined ? 0 : KINDS.length - 1] ?? KINDS[0];
  const kind = KINDS.find(({ value }) => value === kindParam) ?? usual;
  const to = endOfDay(until);
  return (
    <Page title="History" description="What happened, when, and who did it. Nothing in it can be changed.">
      <div class="card">
        <div class="list-tools history-tools">
          <Select
            label="Show"
            value={kind.value}
            options={KINDS}
            onChange={(value) => setKind(value === usual.value ? undefined : value)}
          />
          <TextField label="Until" type="date" value={until} onChange={(day) => setUntil(day || undefined)} />
          {to === undefined ? null : <Button onClick={() => setAt(to)}>As it stood then</Button>}
          {session === undefined ? null : (
            <Button icon="close" onClick={() => setSession(undefined)}>
              All visitors
            </Button>
          )}
        </div>
        <EventList
          key={[kind.value, to, session].join()}
          chatbotId={id}
          types={kind.types}
          to={to}
          session={session}
          actions={{ setAt, setWhy, setSession: session === undefined ? setSession : undefined }}
        />
      </div>
      {at === undefined ? null : <StateDialog chatbotId={id} at={at} onClose={() => setAt(undefined)} />}
      {why === undefined ? null : (
        <AnswerExplanationDialog chatbotId={id} messageId={why} onClose={() => setWhy(undefined)} />
      )}
    </Page>
  );
}

/** The last moment of a day in the reader's zone; undefined for another text. */
function endOfDay(day: string): string | undefined {
  const end = new Date(`${day}T23:59:59.999`);
  return Number.isNaN(end.getTime()) ? undefined : end.toISOString();
}
