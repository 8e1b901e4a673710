/** The chatbot as it stood at an event or a time. */
import type { ComponentChildren } from 'preact';
import { chatbotRoot } from '../../api/chatbot-root.ts';
import { useQuery } from '../../api/query.ts';
import { chatbotPath } from '../../shell/navigation.ts';
import { PendingState } from '../../ui/content-states.tsx';
import { Fact } from '../../ui/facts.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { Time } from '../../ui/time.tsx';
import { count } from '../../ui/words.ts';
import { countsOf, titleOf } from '../content/source-words.ts';
import { nameOf } from '../conversations/visitor-name.ts';
import { SettingValue } from './setting-value.tsx';
import type { ChatbotState } from './types.ts';
import { fieldName, valueText } from './words.ts';

/** @param at a time or a position */
export const statePath = (chatbotId: string, at: string): string =>
  `${chatbotRoot(chatbotId)}/audit/state?at=${encodeURIComponent(at)}`;

const ERASED = 'Erased since';
/** Items shown of each list. */
const MAX_SHOWN = 100;
/** Members of a configuration that are no settings. */
const NO_SETTINGS = 'id ownerId publicId vectorCollection status pageCount chunkCount createdAt updatedAt'.split(' ');

interface StateDialogProps {
  readonly chatbotId: string;
  readonly at: string;
  readonly onClose: () => void;
}

export function StateDialog({ chatbotId, at, onClose }: StateDialogProps) {
  const { data, error, refetch } = useQuery<ChatbotState>(statePath(chatbotId, at));
  return (
    <Dialog title="The chatbot as it stood then" size="large" onClose={onClose}>
      {data === undefined ? (
        <PendingState label="Loading the state" error={error} onRetry={() => void refetch()} />
      ) : (
        <State chatbotId={chatbotId} state={data} />
      )}
    </Dialog>
  );
}

function State({ chatbotId, state }: { readonly chatbotId: string; readonly state: ChatbotState }) {
  const { at, configuration, sources, keys, conversations, satisfaction, missing } = state;
  const settings = Object.entries(configuration ?? {}).filter(([name]) => !NO_SETTINGS.includes(name));
  return (
    <fieldset class="explanation" aria-label="State" tabIndex={0}>
      {at === null ? null : (
        <p class="soft">
          With everything up to <Time at={at.recordedAt} as="date" />, <Time at={at.recordedAt} as="time" />
        </p>
      )}
      {missing.length === 0 ? null : (
        <p class="notice">{count(missing.length, 'event', 'events')} could not be read and are missing here.</p>
      )}
      <section class="stack explanation-part">
        <h3>Settings</h3>
        {configuration === null ? <p class="soft">The chatbot did not exist.</p> : null}
        <dl class="facts">
          {settings.map(([name, value]) => (
            <Fact key={name} name={fieldName(name)}>
              <SettingValue value={valueText(value)} />
            </Fact>
          ))}
        </dl>
      </section>
      <Listed title="Content" all={sources}>
        {(source) => (
          <>
            <bdi>{source.erased ? ERASED : titleOf(source)}</bdi> <span class="faint">{countsOf(source)}</span>
          </>
        )}
      </Listed>
      <Listed title="Keys" all={keys}>
        {({ label, keyPrefix, isActive }) => (
          <>
            <bdi>{label}</bdi> <code>{keyPrefix}…</code> {isActive ? null : <span class="faint">revoked</span>}
          </>
        )}
      </Listed>
      <Listed title="Conversations" all={conversations} hasMore={state.nextAfter !== null}>
        {({ id, lead, sessionId, erased, messageCount }) => (
          <>
            {erased ? (
              ERASED
            ) : (
              <a href={`${chatbotPath(chatbotId, 'conversations')}/${id}`}>
                <bdi>{nameOf({ sessionId, lead: lead !== null && 'erased' in lead ? null : lead })}</bdi>
              </a>
            )}{' '}
            <span class="faint">{count(messageCount, 'message', 'messages')}</span>
          </>
        )}
      </Listed>
      <p class="soft">
        Ratings: {satisfaction.positive.toLocaleString()} helpful, {satisfaction.negative.toLocaleString()} not helpful
      </p>
    </fieldset>
  );
}

interface ListedProps<Item> {
  readonly title: string;
  readonly all: readonly Item[];
  readonly hasMore?: boolean;
  readonly children: (item: Item) => ComponentChildren;
}

function Listed<Item extends { readonly id: string }>({ title, all, hasMore = false, children }: ListedProps<Item>) {
  return (
    <section class="stack explanation-part">
      <h3>{title}</h3>
      <ul class="changes">
        {all.slice(0, MAX_SHOWN).map((item) => (
          <li key={item.id}>{children(item)}</li>
        ))}
      </ul>
      {all.length === 0 ? <p class="soft">None</p> : null}
      {hasMore || all.length > MAX_SHOWN ? <p class="faint">The first ones are shown.</p> : null}
    </section>
  );
}
