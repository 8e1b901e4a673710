import { useState } from 'preact/hooks';
import { chatbotPath } from '../../shell/navigation.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Disclosure } from '../../ui/facts.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Time } from '../../ui/time.tsx';
import { SettingChanges } from './setting-changes.tsx';
import type { AuditEvent } from './types.ts';
import { actorOf, hasErased, sentenceOf } from './words.ts';

export interface EventRowProps {
  readonly chatbotId: string;
  readonly event: AuditEvent;
  /** Names of sources, keys and visitors, by id. */
  readonly names: ReadonlyMap<string, string>;
  /** The account of the reader. */
  readonly ownId: string | undefined;
  /** The dialogs and the filter that it opens. */
  readonly actions: {
    readonly setAt: (position: string) => void;
    readonly setWhy: (messageId: string) => void;
    /** Undefined where one visitor's events are shown. */
    readonly setSession: ((sessionId: string) => void) | undefined;
  };
}

export function EventRow(props: EventRowProps) {
  const { event, names, ownId } = props;
  // The body of a line is drawn when it is opened: there may be hundreds.
  const [isOpen, setOpen] = useState(false);
  return (
    <li>
      <details class="disclosure event" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>
          <span>
            {sentenceOf(event, names).map((text, place) => (place % 2 === 0 ? text : <bdi key={place}>{text}</bdi>))}
          </span>
          <span class="faint number">
            <Time at={event.recordedAt} as="time" /> · {actorOf(event, ownId)}
          </span>
          <Icon name="chevronDown" />
        </summary>
        {isOpen ? <EventBody {...props} /> : null}
      </details>
    </li>
  );
}

/** Characters of the exact record that are shown. */
const MAX_RECORD = 20_000;

function EventBody({ chatbotId, event, actions }: EventRowProps) {
  const { type, data, position, unreadable } = event;
  const { conversationId, messageId, sessionId } = data ?? {};
  const isGone = type === 'ConversationErased' || hasErased(event);
  const record = JSON.stringify(event, null, 2);
  return (
    <div class="disclosure-body">
      {unreadable === undefined ? null : <p class="bad-text">{unreadable}</p>}
      {hasErased(event) ? <p class="soft">What it held was erased for good.</p> : null}
      {type === 'ChatbotConfigured' ? <SettingChanges chatbotId={chatbotId} event={event} /> : null}
      <div class="row">
        {typeof conversationId === 'string' && !isGone ? (
          <ButtonLink href={`${chatbotPath(chatbotId, 'conversations')}/${conversationId}`} icon="inbox">
            Conversation
          </ButtonLink>
        ) : null}
        {typeof data?.sourceId === 'string' ? (
          <ButtonLink href={chatbotPath(chatbotId, 'content')} icon="book">
            Content
          </ButtonLink>
        ) : null}
        {type === 'AnswerGiven' || type === 'AnswerFailed' ? (
          <Button icon="info" onClick={() => actions.setWhy(String(messageId))}>
            Why
          </Button>
        ) : null}
        {typeof sessionId === 'string' && actions.setSession !== undefined ? (
          <Button icon="person" onClick={() => actions.setSession?.(sessionId)}>
            Only this visitor
          </Button>
        ) : null}
        <Button icon="clock" onClick={() => actions.setAt(position)}>
          As it stood then
        </Button>
      </div>
      <Disclosure title="Exact record">
        <div class="prompt-message">
          <pre tabIndex={0} dir="ltr">
            {record.length > MAX_RECORD ? `${record.slice(0, MAX_RECORD).toWellFormed()}…` : record}
          </pre>
        </div>
      </Disclosure>
    </div>
  );
}
