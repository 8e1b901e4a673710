import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Chatbot } from '../../api/types.ts';
import { ExplanationDialog } from '../../explanation/explanation-dialog.tsx';
import { chatbotPath } from '../../shell/navigation.ts';
import type { ChatbotPageProps } from '../../shell/page-list.ts';
import { useSearchParam } from '../../shell/use-search-param.ts';
import { useStore } from '../../state/use-store.ts';
import { Markdown } from '../../ui/answers/markdown.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Choices } from './choices.tsx';
import { Composer } from './composer.tsx';
import { testChatOf } from './test-chat.ts';
import { TurnView } from './turn-view.tsx';

/** The widget's greeting in English. */
const WELCOME = 'Hello! How can I help?';
const NEAR_PX = 60;
/** Space above the question. */
const ABOVE_PX = 12;

/** A test chat whose answers stream. `?why=` opens the explanation of one. */
export function ChatCard({ chatbot }: ChatbotPageProps) {
  const chat = testChatOf(chatbot.id);
  const turns = useStore(chat.turns);
  const [why, setWhy] = useSearchParam('why');
  const explained = turns.find(({ id }) => String(id) === why)?.explanation ?? null;
  const last = turns.at(-1);
  const ask = (question: string) => chat.ask(question);
  return (
    <>
      <div class="card try-it">
        <Scroller newest={last?.id} follow={`${last?.id} ${last?.answer.length} ${last?.state}`}>
          <Start chatbot={chatbot} isFresh={turns.length === 0} onAsk={ask} />
          {turns.map((turn) => (
            <TurnView
              key={turn.id}
              turn={turn}
              isLast={turn === last}
              onAsk={ask}
              onExplain={() => setWhy(String(turn.id))}
              onRetry={() => chat.retry()}
            />
          ))}
        </Scroller>
        <Composer isBusy={chat.isBusy} onSend={ask} onStop={() => chat.stop()} />
      </div>
      {explained === null ? null : <ExplanationDialog explanation={explained} onClose={() => setWhy(undefined)} />}
    </>
  );
}

interface StartProps {
  readonly chatbot: Chatbot;
  readonly isFresh: boolean;
  readonly onAsk: (question: string) => void;
}

/** The chat begins as the widget does: with the welcome message, and the questions that it suggests. */
function Start({ chatbot, isFresh, onAsk }: StartProps) {
  const { id, status, welcomeMessage, quickPrompts } = chatbot;
  return (
    <div class="turn">
      {status === 'ready' ? null : (
        <p class="try-note">
          <Icon name="info" />
          <span>
            {status === 'training'
              ? 'Content is still being read. Answers get better when it is done.'
              : 'There is no content to answer from yet. '}
            {status === 'training' ? null : <a href={chatbotPath(id, 'content')}>Add content</a>}
          </span>
        </p>
      )}
      <div class="bubble bot">
        <Markdown text={welcomeMessage || WELCOME} />
      </div>
      {isFresh && quickPrompts.length > 0 ? <Choices questions={quickPrompts} onAsk={onAsk} /> : null}
    </div>
  );
}

interface ScrollerProps {
  /** Changes whenever the end has moved. */
  readonly follow: string;
  /** The newest turn; undefined when there is none. */
  readonly newest: number | undefined;
  readonly children: ComponentChildren;
}

/** Follows the growing answer while the question is in sight, as the widget does. Scrolling down goes on to the end. */
function Scroller({ follow, newest, children }: ScrollerProps) {
  const element = useRef<HTMLDivElement>(null);
  const follows = useRef(true);
  useEffect(() => {
    follows.current = true;
  }, [newest]);
  useEffect(() => {
    const log = element.current;
    const turn = log?.lastElementChild;
    if (!follows.current || newest === undefined || log === null || !(turn instanceof HTMLElement)) return;
    const beginning = turn.offsetTop - log.offsetTop - ABOVE_PX;
    log.scrollTop = log.scrollTop > beginning + 1 ? log.scrollHeight : Math.min(log.scrollHeight, beginning);
  }, [follow, newest]);
  return (
    <div
      ref={element}
      class="try-log"
      role="log"
      aria-live="off"
      aria-label="Test chat"
      tabIndex={0}
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        follows.current = scrollHeight - scrollTop - clientHeight < NEAR_PX;
      }}
    >
      {children}
    </div>
  );
}
