import { useRef, useState } from 'preact/hooks';
import { Button } from '../../ui/button.tsx';
import { messageOf } from '../../ui/content-states.tsx';
import { Face } from '../../ui/face.tsx';
import { ACCEPTED_IMAGES, imageFault, uploadImage } from './upload-image.ts';

interface AvatarFieldProps {
  readonly chatbotId: string;
  readonly avatarUrl: string | null;
  readonly primaryColor: string;
  readonly onChange: (avatarUrl: string | null) => void;
}

export function AvatarField({ chatbotId, avatarUrl, primaryColor, onChange }: AvatarFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const upload = async (file: File) => {
    const refused = imageFault(file);
    setFault(refused);
    if (refused !== null) return;
    setBusy(true);
    try {
      onChange(await uploadImage(chatbotId, file));
    } catch (error) {
      setFault(messageOf(error));
    }
    setBusy(false);
  };
  return (
    <fieldset class="field">
      <legend>Picture</legend>
      <div class="avatar-field">
        <Face avatarUrl={avatarUrl} primaryColor={primaryColor} alt="As it is now" />
        <input
          ref={input}
          type="file"
          accept={ACCEPTED_IMAGES}
          hidden
          aria-label="Picture file"
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? [];
            if (file !== undefined) void upload(file);
            // The same file may be chosen again.
            currentTarget.value = '';
          }}
        />
        <Button icon="upload" isBusy={isBusy} onClick={() => input.current?.click()}>
          {avatarUrl === null ? 'Upload a picture' : 'Replace'}
        </Button>
        {avatarUrl === null ? null : (
          <Button variant="quiet" onClick={() => onChange(null)}>
            Remove
          </Button>
        )}
      </div>
      <p class="field-hint">Your logo or a face: a square PNG, JPEG or WebP of up to 2 MB.</p>
      <div role="alert">{fault === null ? null : <p class="field-error">{fault}</p>}</div>
    </fieldset>
  );
}
