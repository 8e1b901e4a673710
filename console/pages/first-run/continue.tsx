import { useEffect } from 'preact/hooks';
import { useFollowedStatus } from '../../api/chatbots.ts';
import type { DataSource } from '../../api/types.ts';
import { chatbotPath } from '../../shell/navigation.ts';
import { Page } from '../../shell/page.tsx';
import type { ChatbotPageProps } from '../../shell/page-list.ts';
import { useStore } from '../../state/use-store.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { PendingState } from '../../ui/content-states.tsx';
import { type Upload, uploads } from '../content/uploads.ts';
import { isBeingRead, useSources } from '../content/use-sources.ts';
import { ChatCard } from '../try-it/chat-card.tsx';
import { suggestQuestions } from './create.ts';
import { EmbedStep } from './embed-step.tsx';
import { Steps } from './steps.tsx';
import { WatchStep } from './watch-step.tsx';

/** The chatbot exists: its sources say how far it is. */
export function Continue({ chatbot }: ChatbotPageProps) {
  useFollowedStatus(chatbot.id);
  const { list, error, refetch } = useSources(chatbot.id);
  const sending = useStore(uploads);
  const isReading = list === undefined || isBusy(list, sending, chatbot.id);
  const isReady = list !== undefined && !isReading && list.some(({ chunkCount }) => chunkCount > 0);
  useEffect(() => {
    // The chat begins without suggestions when there are none.
    if (isReady) void suggestQuestions(chatbot).catch(() => undefined);
  }, [isReady]);
  let title = chatbot.name;
  let description = 'It needs something to answer from.';
  if (isReading) {
    title += ' is reading';
    description = 'You may leave this page: reading goes on.';
  }
  if (isReady) {
    title += ' is ready';
    description = 'Ask what your visitors would ask, then put it on your website.';
  }
  return (
    <Page
      title={title}
      description={description}
      width={isReady ? 'normal' : 'narrow'}
      actions={
        <>
          {isReady ? <ButtonLink href={chatbotPath(chatbot.id, 'look')}>Name and look</ButtonLink> : null}
          <ButtonLink href={chatbotPath(chatbot.id, 'content')}>Manage content</ButtonLink>
        </>
      }
    >
      <p class="hidden" role="status">
        {isReady ? title : null}
      </p>
      <Steps current={isReady ? 3 : 2} />
      {list === undefined ? (
        <div class="card">
          <PendingState label="Loading the content" error={error} onRetry={() => void refetch()} />
        </div>
      ) : (
        <WatchStep
          chatbot={chatbot}
          // Failed sources stay in sight when the rest is ready.
          sources={isReady ? list.filter(({ status }) => status === 'error') : list}
          isStuck={!isReading && !isReady}
        />
      )}
      {isReady ? (
        <div class="first-run-end">
          <ChatCard chatbot={chatbot} />
          <EmbedStep chatbot={chatbot} />
        </div>
      ) : null}
    </Page>
  );
}

/** Something is being read, or on its way here. */
const isBusy = (sources: readonly DataSource[], sending: readonly Upload[], chatbotId: string): boolean =>
  sources.some(isBeingRead) || sending.some((upload) => upload.chatbotId === chatbotId && upload.state !== 'failed');
