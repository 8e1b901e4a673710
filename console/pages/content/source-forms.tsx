/** One form for each kind of content. The caller adds the source, and shows nothing of it when that has worked. */
import { useRef, useState } from 'preact/hooks';
import { onAccountChange } from '../../api/session-state.ts';
import { Button } from '../../ui/button.tsx';
import { messageOf } from '../../ui/content-states.tsx';
import { Checkbox, FormError, TextArea, TextField } from '../../ui/forms/field.tsx';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { Icon } from '../../ui/icon.tsx';
import { registerUnsaved } from '../../ui/unsaved.ts';
import { ACCEPTED } from './uploads.ts';
import { useAddressForm } from './use-address-form.ts';

export type NewSource =
  | { readonly type: 'url'; readonly sourceUrl: string; readonly isRecursive: boolean }
  | { readonly type: 'youtube'; readonly sourceUrl: string }
  | { readonly type: 'text'; readonly title: string; readonly content: string };

interface SourceFormProps {
  readonly onAdd: (source: NewSource) => Promise<void>;
  /** The button's text. */
  readonly action?: string;
}

const NO_WEBSITE = 'This is not a website address. Try one such as example.com.';
const NO_VIDEO = 'This is not the address of a YouTube video.';

export function WebsiteForm({ onAdd, action = 'Add website' }: SourceFormProps) {
  const [isRecursive, setRecursive] = useState(true);
  const { form, field, isBusy, message } = useAddressForm(NO_WEBSITE, ({ href }) =>
    onAdd({ type: 'url', sourceUrl: href, isRecursive }),
  );
  return (
    <form class="stack" {...form}>
      <FormError message={message} />
      <TextField
        label="Website address"
        name="address"
        type="url"
        autocomplete="url"
        placeholder="example.com"
        {...field}
        hasFocus
      />
      <Checkbox
        label="Read the pages that it links to"
        hint="Only pages of this website, and none that it asks programs not to read."
        isChecked={isRecursive}
        onChange={setRecursive}
      />
      <Button type="submit" variant="primary" isBusy={isBusy}>
        {action}
      </Button>
    </form>
  );
}

const NO_TEXT = { title: '', content: '' };
/** Outlives a dialog that is closed by mistake, and a look at another kind of content. */
let unsent = NO_TEXT;
onAccountChange(() => {
  unsent = NO_TEXT;
});
registerUnsaved(() => unsent.content !== '');

interface TextFormProps extends SourceFormProps {
  /** Title of a new text, such as a question that the content does not answer. */
  readonly initialTitle?: string | undefined;
}

export function TextForm({ onAdd, action = 'Add text', initialTitle }: TextFormProps) {
  const [{ title, content }, setText] = useState(() => {
    if (initialTitle !== undefined && unsent.content === '') unsent = { title: initialTitle, content: '' };
    return unsent;
  });
  const set = (change: Partial<typeof NO_TEXT>) => {
    unsent = { ...unsent, ...change };
    setText(unsent);
  };
  const { onSubmit, isBusy, error } = useSubmit(async () => {
    await onAdd({ type: 'text', title: title.trim(), content });
    unsent = NO_TEXT;
  });
  return (
    <form class="stack" onSubmit={onSubmit}>
      <FormError message={error === undefined ? undefined : messageOf(error)} />
      <TextField
        label="Title"
        placeholder="Opening hours"
        value={title}
        onChange={(words) => set({ title: words })}
        maxLength={200}
        isRequired
        hasFocus
      />
      <TextArea label="Text" rows={9} value={content} onChange={(words) => set({ content: words })} isRequired />
      <Button type="submit" variant="primary" isBusy={isBusy}>
        {action}
      </Button>
    </form>
  );
}

export function VideoForm({ onAdd, action = 'Add video' }: SourceFormProps) {
  const { form, field, isBusy, message } = useAddressForm(NO_VIDEO, ({ href }) =>
    onAdd({ type: 'youtube', sourceUrl: href }),
  );
  return (
    <form class="stack" {...form}>
      <FormError message={message} />
      <TextField
        label="Address of the YouTube video"
        type="url"
        placeholder="https://www.youtube.com/watch?v="
        hint="What is said is read from the captions. A video without captions cannot be read."
        {...field}
        hasFocus
      />
      <Button type="submit" variant="primary" isBusy={isBusy}>
        {action}
      </Button>
    </form>
  );
}

/** @param onFiles gets what was chosen or dropped, of any type */
export function FilePicker({ onFiles }: { readonly onFiles: (files: readonly File[]) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same for the keyboard
    <div
      class={`drop ${isOver ? 'over' : ''}`}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        event.stopPropagation();
        setOver(false);
        onFiles([...(event.dataTransfer?.files ?? [])]);
      }}
    >
      <Icon name="upload" />
      <p>
        <strong>Drop files here</strong>
      </p>
      <p class="soft">PDF, Word, PowerPoint, CSV or text, 25 MB each at most.</p>
      <input
        ref={input}
        class="hidden"
        type="file"
        multiple
        accept={ACCEPTED}
        tabIndex={-1}
        aria-label="Files"
        onChange={(event) => {
          onFiles([...(event.currentTarget.files ?? [])]);
          event.currentTarget.value = '';
        }}
      />
      <Button onClick={() => input.current?.click()}>Choose files</Button>
    </div>
  );
}
