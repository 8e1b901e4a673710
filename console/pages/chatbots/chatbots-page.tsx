import { useEffect, useState } from 'preact/hooks';
import { CHATBOTS, type ChatbotList, visitorsWaiting, waitedForFirst } from '../../api/chatbots.ts';
import { useQuery } from '../../api/query.ts';
import type { ListedChatbot } from '../../api/types.ts';
import { useUsage } from '../../api/usage.ts';
import { ACCOUNT, chatbotPath, NEW_CHATBOT } from '../../shell/navigation.ts';
import { Page } from '../../shell/page.tsx';
import { FIRST_PAGE } from '../../shell/page-list.ts';
import { showWaiting } from '../../shell/title-badge.ts';
import { useSearchParam } from '../../shell/use-search-param.ts';
import { Badge } from '../../ui/badge.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState, PendingState } from '../../ui/content-states.tsx';
import { Face } from '../../ui/face.tsx';
import { hasWords } from '../../ui/lists/has-words.ts';
import { ListEnd } from '../../ui/lists/list-end.tsx';
import { SearchField } from '../../ui/lists/search-field.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { Time } from '../../ui/time.tsx';
import { count } from '../../ui/words.ts';

/** Cards shown at once: a thousand hold the page for seconds. */
const CARDS = 60;
/** Number of chatbots from which the list has a search field. */
const MIN_SEARCHED = 12;

export function ChatbotsPage() {
  const { data, error, refetch } = useQuery<ChatbotList>(CHATBOTS);
  const waiting = visitorsWaiting(data?.chatbots ?? []);
  useEffect(() => showWaiting(waiting), [waiting]);
  return (
    <Page
      title="Chatbots"
      actions={
        // The empty list has a button of its own.
        data?.chatbots.length === 0 ? undefined : (
          <ButtonLink href={NEW_CHATBOT} variant="primary" icon="plus">
            New chatbot
          </ButtonLink>
        )
      }
    >
      <MessagesLeft />
      {data === undefined ? (
        <div class="card">
          <PendingState label="Loading your chatbots" error={error} onRetry={() => void refetch()} />
        </div>
      ) : (
        <Cards chatbots={data.chatbots} />
      )}
    </Page>
  );
}

/** Used share of the month's messages from which the owner is warned. */
const WARNED_SHARE = 0.8;

/** Warns the owner, since visitors are not told that the plan is used up. */
function MessagesLeft() {
  const { used, limit } = useUsage().data?.usage.messages ?? { used: 0, limit: 1 };
  if (used < limit * WARNED_SHARE) return null;
  return (
    <p class="notice">
      This month’s visitor messages are {used < limit ? 'nearly used up' : 'used up: visitors get no answers'}.{' '}
      <a href={ACCOUNT}>Usage</a>
    </p>
  );
}

function Cards({ chatbots }: ChatbotList) {
  // The address keeps the filter, also when emptied: whoever comes back from a chatbot finds the same list.
  const [search = '', setSearch] = useSearchParam('search');
  const [cards, setCards] = useState(CARDS);
  if (chatbots.length === 0) {
    return (
      <div class="card">
        <EmptyState
          icon="spark"
          title="Your first chatbot is two minutes away"
          action={
            <ButtonLink href={NEW_CHATBOT} variant="primary">
              Create a chatbot
            </ButtonLink>
          }
        >
          Paste your website’s address, watch it being read, and try the answers.
        </EmptyState>
      </div>
    );
  }
  // Nobody should wait beyond the end of the screen.
  const found = waitedForFirst(chatbots).filter(({ name, description }) =>
    hasWords(`${name}\n${description}`, search.trim()),
  );
  return (
    <div class="stack">
      {chatbots.length < MIN_SEARCHED && search === '' ? null : (
        <SearchField label="Search names and descriptions" value={search} onInput={setSearch} />
      )}
      <div role="status">{found.length === 0 ? <EmptyState icon="search" title="Nothing found" /> : null}</div>
      <ul class="chatbots">
        {found.slice(0, cards).map((chatbot) => (
          <ChatbotCard key={chatbot.id} chatbot={chatbot} />
        ))}
      </ul>
      <ListEnd hasMore={found.length > cards} onMore={() => setCards(cards + CARDS)} />
    </div>
  );
}

function ChatbotCard({ chatbot }: { readonly chatbot: ListedChatbot }) {
  const { id, name, description, avatarUrl, primaryColor, status, pageCount, updatedAt, waitingVisitors } = chatbot;
  return (
    <li class="card chatbot-card">
      <div class="chatbot-card-head">
        <Face avatarUrl={avatarUrl} primaryColor={primaryColor} />
        <h2 dir="auto">
          <a href={chatbotPath(id, FIRST_PAGE)}>{name}</a>
        </h2>
      </div>
      <div class="row">
        <StatusBadge status={status} />
        {waitingVisitors === 0 ? null : (
          <a class="chatbot-waiting" href={`${chatbotPath(id, 'conversations')}?show=waiting`}>
            <Badge tone="warn">{count(waitingVisitors, 'visitor waits', 'visitors wait')}</Badge>
          </a>
        )}
      </div>
      {description === '' ? null : (
        <p class="soft chatbot-description" dir="auto">
          {description}
        </p>
      )}
      <dl class="chatbot-facts">
        <div>
          <dt>Pages</dt>
          <dd class="number">{pageCount.toLocaleString()}</dd>
        </div>
        <div>
          <dt>Changed</dt>
          <dd>
            <Time at={updatedAt} />
          </dd>
        </div>
      </dl>
    </li>
  );
}
