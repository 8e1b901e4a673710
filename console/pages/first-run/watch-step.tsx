import type { DataSource } from '../../api/types.ts';
import { chatbotPath, NEW_CHATBOT } from '../../shell/navigation.ts';
import type { ChatbotPageProps } from '../../shell/page-list.ts';
import { useStore } from '../../state/use-store.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/content-states.tsx';
import { explained } from '../content/reasons.ts';
import { countsOf, STATUS_WORDS, titleOf } from '../content/source-words.ts';
import { UploadList } from '../content/upload-list.tsx';
import { uploads } from '../content/uploads.ts';
import { isBeingRead } from '../content/use-sources.ts';
import { useDeletion } from '../settings/use-deletion.ts';

interface WatchStepProps extends ChatbotPageProps {
  readonly sources: readonly DataSource[];
  /** True when no source is read or about to be, and none can be answered from. */
  readonly isStuck: boolean;
}

export function WatchStep({ chatbot, sources, isStuck }: WatchStepProps) {
  const chatbotId = chatbot.id;
  const isSending = useStore(uploads).some((upload) => upload.chatbotId === chatbotId);
  return (
    <div class="stack">
      <UploadList chatbotId={chatbotId} />
      {sources.length === 0 ? (
        isSending || !isStuck ? null : (
          <div class="card">
            <EmptyState
              icon="book"
              title="There is nothing to read yet"
              action={
                <ButtonLink href={`${chatbotPath(chatbotId, 'content')}?add=website`} variant="primary">
                  Add content
                </ButtonLink>
              }
            />
          </div>
        )
      ) : (
        <ul class="stack">
          {sources.map((source) => (
            <Watched key={source.id} source={source} />
          ))}
        </ul>
      )}
      {sources.length > 0 && isStuck ? <Failed chatbot={chatbot} /> : null}
    </div>
  );
}

function Watched({ source }: { readonly source: DataSource }) {
  const { status, errorMessage } = source;
  const { tone, word } = STATUS_WORDS[status];
  return (
    <li class="card card-body watched">
      <div class="row spread">
        <h2 class="truncate" dir="auto">
          {titleOf(source)}
        </h2>
        <Badge tone={tone}>{word}</Badge>
      </div>
      {isBeingRead(source) ? <progress aria-label={`Reading ${titleOf(source)}`} /> : null}
      <p class="soft number" role="status">
        {countsOf(source)}
      </p>
      {errorMessage === undefined ? null : (
        <p class="source-fault" dir="auto">
          {explained(errorMessage)}
        </p>
      )}
    </li>
  );
}

/** Whoever starts over leaves no empty chatbot behind, which would count towards the plan. */
function Failed({ chatbot }: ChatbotPageProps) {
  const deletion = useDeletion({ chatbot }, NEW_CHATBOT);
  return (
    <div class="row">
      <ButtonLink href={`${chatbotPath(chatbot.id, 'content')}?add=website`} variant="primary">
        Add other content
      </ButtonLink>
      <Button {...deletion}>Start over</Button>
    </div>
  );
}
