import { useEffect, useRef, useState } from 'preact/hooks';
import { chatbotRoot } from '../../api/chatbot-root.ts';
import { useChatbotEvents } from '../../api/events.ts';
import { useQuery } from '../../api/query.ts';
import type { SatisfactionOfDay } from '../../api/types.ts';
import { AnswerExplanationDialog } from '../../explanation/explanation-dialog.tsx';
import { Page } from '../../shell/page.tsx';
import type { ChatbotPageProps } from '../../shell/page-list.ts';
import { useSearchParam } from '../../shell/use-search-param.ts';
import { EmptyState, PendingState } from '../../ui/content-states.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { AnswersChart } from './answers-chart.tsx';
import { percent, totalsOf } from './chart-data.ts';
import { QuestionList } from './question-list.tsx';
import { RateChart } from './rate-chart.tsx';

const SPANS = [
  { key: '30', label: '30 days' },
  { key: '90', label: '90 days' },
  { key: '365', label: 'Year' },
] as const;

/** Answers come in bursts: the numbers follow them together. */
const REFRESH_AFTER_MS = 1_000;

export function SatisfactionPage({ chatbot }: ChatbotPageProps) {
  const [param, setParam] = useSearchParam('days');
  const span = SPANS.find(({ key }) => key === param)?.key ?? '30';
  const path = `${chatbotRoot(chatbot.id)}/satisfaction/daily?days=${span}`;
  const { data, error, refetch } = useQuery<{ readonly days: readonly SatisfactionOfDay[] }>(path);
  // While another time is loaded, the charts of the one before keep their place.
  const shown = useRef(data);
  if (data !== undefined || error !== undefined) shown.current = data;
  const { days } = shown.current ?? {};
  const version = useVersion(chatbot.id);
  const [why, setWhy] = useSearchParam('why');
  useEffect(() => {
    if (version > 0) void refetch();
  }, [version]);
  return (
    <Page
      title="Satisfaction"
      description="How visitors rated the answers, and what the content lacks."
      actions={
        <Tabs label="Time" tabs={SPANS} current={span} onChoose={(key) => setParam(key === '30' ? undefined : key)} />
      }
    >
      {days === undefined ? (
        <div class="card">
          <PendingState label="Loading the ratings" rows={16} error={error} onRetry={() => void refetch()} />
        </div>
      ) : (
        <>
          <TotalCards days={days} />
          <Ratings days={days} />
        </>
      )}
      <div class="question-lists">
        <QuestionList
          chatbotId={chatbot.id}
          title="Rated not helpful"
          hint="Answers that visitors rated negative."
          reasons={['rated_negative']}
          none={{ title: 'No negative ratings', text: 'Answers that visitors rate negative appear here.' }}
          version={version}
          onWhy={setWhy}
        />
        <QuestionList
          chatbotId={chatbot.id}
          title="Unanswered"
          hint="Questions that the content does not answer."
          reasons={['not_found', 'failed']}
          none={{ title: 'No unanswered questions', text: 'Questions without an answer in your content appear here.' }}
          version={version}
          onWhy={setWhy}
        />
      </div>
      {why === undefined ? null : (
        <AnswerExplanationDialog chatbotId={chatbot.id} messageId={why} onClose={() => setWhy(undefined)} />
      )}
    </Page>
  );
}

function Ratings({ days }: { readonly days: readonly SatisfactionOfDay[] }) {
  const { answers, positive, negative } = totalsOf(days);
  if (answers + positive + negative > 0) {
    return (
      <>
        <div class="card card-body">
          <RateChart days={days} />
        </div>
        <div class="card card-body">
          <AnswersChart days={days} />
        </div>
      </>
    );
  }
  return (
    <div class="card">
      <EmptyState icon="thumb" title="No answers yet">
        Visitors rate answers in the chat with a thumb up or down. The ratings of each day appear here.
      </EmptyState>
    </div>
  );
}

/** Counts up when something was answered or rated. */
function useVersion(chatbotId: string): number {
  const [version, setVersion] = useState(0);
  const [isStale, setStale] = useState(false);
  useChatbotEvents(chatbotId, {
    onOpen: () => undefined,
    onEvent: ({ event, data }) => {
      if (event === 'rating' || (event === 'message' && data.role === 'assistant')) setStale(true);
    },
  });
  useEffect(() => {
    if (!isStale) return undefined;
    const timer = setTimeout(() => {
      setStale(false);
      setVersion((known) => known + 1);
    }, REFRESH_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isStale]);
  return version;
}

function TotalCards({ days }: { readonly days: readonly SatisfactionOfDay[] }) {
  const { answers, found, notFound, positive, negative, rate } = totalsOf(days);
  const rated = positive + negative;
  const totals = [
    ['Answers', answers.toLocaleString(), 'given'],
    ['From content', percent(found), `${notFound.toLocaleString()} found nothing`],
    ['Satisfaction', percent(rate), rated === 0 ? 'Nothing is rated yet' : 'of ratings are positive'],
    ['Ratings', rated.toLocaleString(), `${negative.toLocaleString()} negative`],
  ] as const;
  return (
    <dl class="totals">
      {totals.map(([name, value, unit]) => (
        <div key={name} class="card">
          <dt class="soft">{name}</dt>
          <dd class="number">{value}</dd>
          <dd class="faint">{unit}</dd>
        </div>
      ))}
    </dl>
  );
}
