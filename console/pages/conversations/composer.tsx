import { useEffect, useRef } from 'preact/hooks';
import { isSendKey } from '../../../widget/shared/send-key.ts';
import type { Conversation, Message } from '../../api/types.ts';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/forms/field.tsx';
import { useReply } from './use-reply.ts';

const MAX_LENGTH = 4_000;

interface ComposerProps {
  readonly chatbotId: string;
  readonly conversation: Conversation;
  /** Who has taken the conversation over just now writes next. */
  readonly hasFocus: boolean;
  readonly onSent: (message: Message) => void;
}

export function Composer(props: ComposerProps) {
  const { text, write, send, isBusy, fault } = useReply(props);
  const input = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (props.hasFocus) input.current?.focus();
  }, []);
  const sendAndGoOn = async () => {
    if (await send()) input.current?.focus();
  };
  return (
    <form
      class="agent-composer"
      onSubmit={(event) => {
        event.preventDefault();
        void sendAndGoOn();
      }}
    >
      <FormError message={fault} />
      <div class="composer-row">
        <textarea
          ref={input}
          class="input"
          rows={2}
          maxLength={MAX_LENGTH}
          aria-label="Message to the visitor"
          placeholder="Write to the visitor"
          dir="auto"
          value={text}
          onInput={({ currentTarget }) => write(currentTarget.value)}
          onKeyDown={(event) => {
            if (!isSendKey(event)) return;
            event.preventDefault();
            void sendAndGoOn();
          }}
        />
        <Button variant="primary" icon="send" type="submit" isBusy={isBusy} isDisabled={text.trim() === ''}>
          Send
        </Button>
      </div>
    </form>
  );
}
