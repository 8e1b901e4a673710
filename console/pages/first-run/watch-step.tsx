import type { DataSource } from '../../api/types.ts';
import { chatbotPath, NEW_CHATBOT } from '../../shell/navigation.ts';
import { Badge } from '../../ui/badge.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/content-states.tsx';
import { explained } from '../content/reasons.ts';
import { countsOf, STATUS_WORDS, titleOf } from '../content/source-words.ts';
import { UploadList } from '../content/upload-list.tsx';
import { uploads } from '../content/uploads.ts';
import { isBeingRead } from '../content/use-sources.ts';

interface WatchStepProps {
  readonly chatbotId: string;
  readonly sources: readonly DataSource[];
}

export function WatchStep({ chatbotId, sources }: WatchStepProps) {
  const isSending = uploads.value.some((upload) => upload.chatbotId === chatbotId);
  return (
    <div class="stack">
      <UploadList chatbotId={chatbotId} />
      {sources.length === 0 ? (
        isSending ? null : (
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
      {sources.length > 0 && !sources.some(isBeingRead) ? <Failed chatbotId={chatbotId} /> : null}
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

function Failed({ chatbotId }: { readonly chatbotId: string }) {
  return (
    <div class="row">
      <ButtonLink href={`${chatbotPath(chatbotId, 'content')}?add=website`} variant="primary">
        Add other content
      </ButtonLink>
      <ButtonLink href={NEW_CHATBOT}>Start over</ButtonLink>
    </div>
  );
}
