import { useRef, useState } from 'preact/hooks';
import { isSendKey } from '../../../widget/shared/send-key.ts';
import { IconButton } from '../../ui/button.tsx';

/** Characters that the service accepts. */
const MAX_LENGTH = 4_000;

interface ComposerProps {
  readonly isBusy: boolean;
  readonly onSend: (question: string) => void;
  readonly onStop: () => void;
}

/** Escape stops the answer. */
export function Composer({ isBusy, onSend, onStop }: ComposerProps) {
  const [text, setText] = useState('');
  const input = useRef<HTMLTextAreaElement>(null);
  const submit = () => {
    const question = text.trim();
    if (question === '' || isBusy) return;
    onSend(question);
    setText('');
    input.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && isBusy) onStop();
    if (!isSendKey(event)) return;
    event.preventDefault();
    submit();
  };
  return (
    <form
      class="composer"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <textarea
        ref={input}
        class="input"
        rows={1}
        value={text}
        maxLength={MAX_LENGTH}
        aria-label="Your question"
        placeholder="Ask a question"
        enterkeyhint="send"
        dir="auto"
        onInput={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {isBusy ? (
        <IconButton label="Stop" icon="stop" onClick={onStop} />
      ) : (
        <IconButton label="Send" icon="send" class="primary" isDisabled={text.trim() === ''} onClick={submit} />
      )}
    </form>
  );
}
