import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

interface Labelled {
  readonly label: string;
  readonly hint?: ComponentChildren;
  readonly error?: string | undefined;
}

interface TextProps extends Labelled {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly type?: 'text' | 'email' | 'password' | 'url' | 'search' | 'date';
  readonly name?: string;
  readonly autocomplete?: string;
  readonly placeholder?: string;
  readonly isRequired?: boolean;
  readonly hasFocus?: boolean;
  readonly maxLength?: number;
  readonly minLength?: number;
  readonly spellcheck?: boolean;
}

/** Ids that tie hint and error to their control. */
function useDescription({ hint, error }: Pick<Labelled, 'hint' | 'error'>) {
  const id = useId();
  const parts = [...(hint === undefined ? [] : [`${id}-hint`]), ...(error === undefined ? [] : [`${id}-error`])];
  return {
    id,
    aria: { 'aria-describedby': parts.length === 0 ? undefined : parts.join(' '), 'aria-invalid': error !== undefined },
  };
}

function Description({ id, hint, error }: { readonly id: string } & Pick<Labelled, 'hint' | 'error'>) {
  return (
    <>
      {hint === undefined ? null : (
        <p id={`${id}-hint`} class="field-hint">
          {hint}
        </p>
      )}
      {error === undefined ? null : (
        <p id={`${id}-error`} class="field-error">
          {error}
        </p>
      )}
    </>
  );
}

export function TextField({ label, hint, error, value, onChange, type = 'text', ...more }: TextProps) {
  const { id, aria } = useDescription({ hint, error });
  const { isRequired = false, hasFocus = false, ...attributes } = more;
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        class="input"
        // The types of Preact name each kind of input by itself.
        type={type as 'text'}
        value={value}
        required={isRequired}
        autofocus={hasFocus}
        dir={type === 'text' ? 'auto' : undefined}
        onInput={(event) => onChange(event.currentTarget.value)}
        {...attributes}
        {...aria}
      />
      <Description id={id} hint={hint} error={error} />
    </div>
  );
}

interface TextAreaProps extends Labelled {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly rows?: number;
  readonly maxLength?: number;
  readonly placeholder?: string;
  readonly isRequired?: boolean;
}

export function TextArea({ label, hint, error, value, onChange, isRequired = false, ...attributes }: TextAreaProps) {
  const { id, aria } = useDescription({ hint, error });
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <textarea
        id={id}
        class="input"
        dir="auto"
        value={value}
        required={isRequired}
        onInput={(event) => onChange(event.currentTarget.value)}
        {...attributes}
        {...aria}
      />
      <Description id={id} hint={hint} error={error} />
    </div>
  );
}

interface SelectProps<Value extends string> extends Labelled {
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly onChange: (value: Value) => void;
}

export function Select<Value extends string>({ label, hint, error, value, options, onChange }: SelectProps<Value>) {
  const { id, aria } = useDescription({ hint, error });
  const choose = (chosen: string) => {
    const option = options.find((candidate) => candidate.value === chosen);
    if (option !== undefined) onChange(option.value);
  };
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select id={id} class="input" value={value} onChange={(event) => choose(event.currentTarget.value)} {...aria}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <Description id={id} hint={hint} error={error} />
    </div>
  );
}

interface CheckboxProps extends Labelled {
  readonly isChecked: boolean;
  readonly onChange: (isChecked: boolean) => void;
  readonly isDisabled?: boolean;
}

export function Checkbox({ label, hint, error, isChecked, onChange, isDisabled = false }: CheckboxProps) {
  const { id, aria } = useDescription({ hint, error });
  return (
    <div class="field check">
      <input
        id={id}
        type="checkbox"
        checked={isChecked}
        disabled={isDisabled}
        onChange={(event) => onChange(event.currentTarget.checked)}
        {...aria}
      />
      <label for={id}>{label}</label>
      <Description id={id} hint={hint} error={error} />
    </div>
  );
}

/** Says what is wrong with a form as a whole. */
export function FormError({ message }: { readonly message: string | undefined }) {
  return (
    <div role="alert" class="form-alert">
      {message === undefined || message === '' ? null : <p class="form-error">{message}</p>}
    </div>
  );
}
