import { ApiError } from '../../api/api-error.ts';
import { useStore } from '../../state/use-store.ts';
import { IconButton } from '../../ui/button.tsx';
import { messageOf } from '../../ui/content-states.tsx';
import { Icon } from '../../ui/icon.tsx';
import { cancelUpload, retryUpload, type Upload, uploads } from './uploads.ts';

export function UploadList({ chatbotId }: { readonly chatbotId: string }) {
  const own = useStore(uploads).filter((upload) => upload.chatbotId === chatbotId);
  if (own.length === 0) return null;
  return (
    <ul class="card uploads" aria-label="Uploads">
      {own.map((upload) => (
        <Row key={upload.id} upload={upload} />
      ))}
    </ul>
  );
}

/** The same file would be refused again. */
const isFinal = (error: unknown): boolean => error instanceof ApiError && [400, 404, 413, 415].includes(error.status);

function Row({ upload }: { readonly upload: Upload }) {
  const { id, name, progress, state, error } = upload;
  const percent = Math.round(progress * 100);
  return (
    <li class="upload">
      <Icon name="file" />
      <div class="upload-text">
        <span class="truncate" dir="auto">
          {name}
        </span>
        {state === 'failed' ? (
          <p class="field-error" role="alert">
            {messageOf(error)}
          </p>
        ) : (
          <progress aria-label={`Uploading ${name}`} max={100} value={percent} />
        )}
      </div>
      {state === 'failed' && !isFinal(error) ? (
        <IconButton label={`Try ${name} again`} icon="refresh" onClick={() => retryUpload(id)} />
      ) : null}
      <span class="faint number">{{ waiting: 'Waiting', sending: `${percent}%`, failed: '' }[state]}</span>
      <IconButton
        label={state === 'failed' ? `Dismiss ${name}` : `Cancel ${name}`}
        icon="close"
        onClick={() => cancelUpload(id)}
      />
    </li>
  );
}
