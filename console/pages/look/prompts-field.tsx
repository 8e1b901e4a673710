import { useLayoutEffect, useRef } from 'preact/hooks';
import { Button, IconButton } from '../../ui/button.tsx';

const MAX_PROMPTS = 10;
const MAX_LENGTH = 200;

interface PromptsFieldProps {
  readonly prompts: readonly string[];
  readonly onChange: (prompts: readonly string[]) => void;
}

/** Questions that the chat suggests at its start. */
export function PromptsField({ prompts, onChange }: PromptsFieldProps) {
  const list = useRef<HTMLOListElement>(null);
  const isAdded = useRef(false);
  const add = () => {
    isAdded.current = true;
    onChange([...prompts, '']);
  };
  // Focused at once: keys that are pressed meanwhile would go to the button.
  useLayoutEffect(() => {
    if (isAdded.current) list.current?.querySelector<HTMLInputElement>('li:last-child input')?.focus();
    isAdded.current = false;
  }, [prompts.length]);
  return (
    <fieldset class="field">
      <legend>Suggested questions</legend>
      <ol ref={list} class="prompts">
        {prompts.map((prompt, index) => (
          <li key={index}>
            <input
              class="input"
              value={prompt}
              maxLength={MAX_LENGTH}
              dir="auto"
              aria-label={`Question ${index + 1}`}
              onInput={({ currentTarget }) => onChange(prompts.with(index, currentTarget.value))}
            />
            <IconButton
              label={`Remove question ${index + 1}`}
              icon="trash"
              onClick={() => onChange(prompts.toSpliced(index, 1))}
            />
          </li>
        ))}
      </ol>
      {prompts.length < MAX_PROMPTS ? (
        <div class="row">
          <Button icon="plus" onClick={add}>
            Add a question
          </Button>
        </div>
      ) : (
        <p class="field-hint">There is room for {MAX_PROMPTS} questions.</p>
      )}
    </fieldset>
  );
}
