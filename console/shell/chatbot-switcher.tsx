import { CHATBOTS, type ChatbotList, visitorsWaiting, waitedForFirst } from '../api/chatbots.ts';
import { useQuery } from '../api/query.ts';
import { Face } from '../ui/face.tsx';
import { Icon } from '../ui/icon.tsx';
import { Menu } from '../ui/overlays/menu.tsx';
import { WaitingCount } from '../ui/waiting-count.tsx';
import { chatbotPath, NEW_CHATBOT, START } from './navigation.ts';
import { FIRST_PAGE } from './page-list.ts';

/** The rest is in the list of all, which can be searched. */
const MAX_LISTED = 30;

/** Chooses the chatbot that the pages are about. The page stays the same where another one is chosen. */
export function ChatbotSwitcher({ chatbotId }: { readonly chatbotId: string | null }) {
  const { data } = useQuery<ChatbotList>(CHATBOTS);
  const chatbots = data?.chatbots ?? [];
  const current = chatbots.find(({ id }) => id === chatbotId);
  const others = chatbots.filter(({ id }) => id !== chatbotId);
  const listed = waitedForFirst(chatbots).slice(0, MAX_LISTED);
  if (current !== undefined && !listed.includes(current)) listed.unshift(current);
  const trigger = (
    <>
      {current === undefined ? (
        <img src="/favicon.svg" alt="" width="24" height="24" />
      ) : (
        <Face avatarUrl={current.avatarUrl} primaryColor={current.primaryColor} />
      )}
      <span class="truncate" dir="auto">
        {current?.name ?? 'Chatledger'}
      </span>
      <WaitingCount waiting={visitorsWaiting(others)} place={current === undefined ? '' : ' at other chatbots'} />
      <Icon name="chevronDown" />
    </>
  );
  const page = /\/chatbots\/[^/]+\/([^/?]+)/.exec(location.pathname)?.[1] ?? FIRST_PAGE;
  return (
    <Menu
      triggerClass="switcher"
      trigger={trigger}
      items={[
        ...listed.map(({ id, name, waitingVisitors }) => ({
          key: id,
          label: name,
          act: chatbotPath(id, page),
          isCurrent: id === chatbotId,
          // The navigation shows those of the current one.
          waiting: id === chatbotId ? 0 : waitingVisitors,
        })),
        { key: 'all', label: 'All chatbots', icon: 'chat' as const, act: START, beginsGroup: true },
        { key: 'new', label: 'New chatbot', icon: 'plus' as const, act: NEW_CHATBOT },
      ]}
    />
  );
}
