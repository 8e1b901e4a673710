import type { DataSource } from '../../api/types.ts';
import type { ChatbotPageProps } from '../../pages.tsx';
import { useFollowedStatus } from '../../shell/chatbot-scope.tsx';
import { chatbotPath } from '../../shell/navigation.ts';
import { Page } from '../../shell/page.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { ErrorState, LoadingState } from '../../ui/states.tsx';
import { uploads } from '../content/uploads.ts';
import { isBeingRead, useSources } from '../content/use-sources.ts';
import { EmbedStep } from './embed-step.tsx';
import { Steps } from './steps.tsx';
import { TryStep } from './try-step.tsx';
import { WatchStep } from './watch-step.tsx';

/** The chatbot exists: its sources say how far it is. */
export function Continue({ chatbot }: ChatbotPageProps) {
  useFollowedStatus(chatbot.id);
  const { list, error, refetch } = useSources(chatbot.id);
  const isReady = list !== undefined && canBeTried(list, chatbot.id);
  return (
    <Page
      title={isReady ? `${chatbot.name} is ready` : `${chatbot.name} is reading`}
      description={
        isReady
          ? 'Ask what your visitors would ask, then put it on your website.'
          : 'You may leave this page: reading goes on.'
      }
      width={isReady ? 'normal' : 'narrow'}
      actions={<ButtonLink href={chatbotPath(chatbot.id, 'content')}>Manage content</ButtonLink>}
    >
      <Steps current={isReady ? 3 : 2} />
      {list === undefined ? (
        <div class="card">
          {error === undefined ? (
            <LoadingState label="Loading the content" />
          ) : (
            <ErrorState error={error} onRetry={() => void refetch()} />
          )}
        </div>
      ) : isReady ? (
        <div class="first-run-end">
          <TryStep chatbot={chatbot} />
          <EmbedStep chatbot={chatbot} />
        </div>
      ) : (
        <WatchStep chatbotId={chatbot.id} sources={list} />
      )}
    </Page>
  );
}

/** Something has been read, and nothing is being read or sent any more. */
function canBeTried(sources: readonly DataSource[], chatbotId: string): boolean {
  const isSending = uploads.value.some((upload) => upload.chatbotId === chatbotId && upload.state !== 'failed');
  return !isSending && !sources.some(isBeingRead) && sources.some(({ chunkCount }) => chunkCount > 0);
}
