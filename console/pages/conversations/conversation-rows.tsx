import type { Conversation } from '../../api/types.ts';
import { chatbotPath } from '../../shell/navigation.ts';
import { useStore } from '../../state/use-store.ts';
import { plain } from '../../ui/answers/plain.ts';
import { Badge } from '../../ui/badge.tsx';
import { Time } from '../../ui/time.tsx';
import { Highlighted } from './highlighted.tsx';
import { inboxOf } from './inbox.ts';
import type { Filter } from './inbox-state.ts';
import { UnreadDot } from './unread-dot.tsx';
import { nameOf } from './visitor-name.ts';

interface RowsProps {
  readonly chatbotId: string;
  /** Each with the message that a search found. */
  readonly conversations: readonly Conversation[];
  readonly filter: Filter;
  readonly openId: string;
  /** Empty for the newest conversations. */
  readonly search: string;
}

export function ConversationRows({ conversations, openId, ...shared }: RowsProps) {
  const { unread } = useStore(inboxOf(shared.chatbotId));
  return (
    <ul aria-label={shared.search === '' ? undefined : 'Found conversations'}>
      {conversations.map((conversation) => (
        <Row
          key={conversation.id}
          {...shared}
          conversation={conversation}
          isOpen={conversation.id === openId}
          isUnread={unread.has(conversation.id)}
        />
      ))}
    </ul>
  );
}

interface RowProps extends Omit<RowsProps, 'conversations' | 'openId'> {
  readonly conversation: Conversation;
  readonly isOpen: boolean;
  readonly isUnread: boolean;
}

const SPEAKERS = { user: '', assistant: 'Chatbot: ', agent: 'You: ' } as const;

/** The question says more than the chatbot's answer to it about what a conversation is about. */
const shownOf = ({ match, lastMessage, lastQuestion }: Conversation) =>
  match ??
  (lastMessage?.role === 'assistant' && lastQuestion
    ? ({ role: 'user', excerpt: lastQuestion } as const)
    : lastMessage);

function Row({ chatbotId, conversation, filter, search, isOpen, isUnread }: RowProps) {
  const { id, lastMessageAt, handoffRequested, takenOver, match } = conversation;
  const shown = shownOf(conversation);
  const query = new URLSearchParams({
    ...(filter === 'all' ? {} : { show: filter }),
    ...(match === null ? {} : { message: match.messageId }),
  });
  const href = `${chatbotPath(chatbotId, 'conversations')}/${id}${query.size === 0 ? '' : `?${query}`}`;
  return (
    <li>
      <a class={`conversation-row ${isUnread ? 'unread' : ''}`} href={href} aria-current={isOpen ? 'true' : undefined}>
        <bdi class="conversation-name truncate">{nameOf(conversation)}</bdi>
        <span class="faint conversation-time">
          <Time at={match?.createdAt ?? lastMessageAt} />
        </span>
        <span class={`conversation-excerpt soft ${match === null ? '' : 'found'}`}>
          {shown === null ? (
            'No message yet'
          ) : (
            <>
              {SPEAKERS[shown.role]}
              <bdi class={match === null ? 'truncate' : ''}>
                <Highlighted text={plain(shown.excerpt)} search={match === null ? '' : search} />
              </bdi>
            </>
          )}
        </span>
        <span class="conversation-marks">
          {handoffRequested ? <Badge tone="warn">Waiting</Badge> : null}
          {takenOver ? <Badge tone="busy">Taken over</Badge> : null}
          {isUnread ? <UnreadDot /> : null}
        </span>
      </a>
    </li>
  );
}
