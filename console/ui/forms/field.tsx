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

interface FieldProps extends Labelled {
  readonly kind?: string;
  /** @param attributes tie label, hint and error to the control */
  readonly children: (attributes: {
    readonly id: string;
    readonly 'aria-describedby': string | undefined;
    readonly 'aria-invalid': boolean;
  }) => ComponentChildren;
}

function Field({ label, hint, error, kind = 'field', children }: FieldProps) {
  const id = useId();
  const about = hint === undefined && error === undefined ? undefined : `${id}-about`;
  return (
    <div class={kind}>
      <label for={id}>{label}</label>
      {children({ id, 'aria-describedby': about, 'aria-invalid': error !== undefined })}
      {about === undefined ? null : (
        <div id={about}>
          {hint === undefined ? null : <p class="field-hint">{hint}</p>}
          {error === undefined ? null : <p class="field-error">{error}</p>}
        </div>
      )}
    </div>
  );
}

export function TextField({ label, hint, error, onChange, type = 'text', ...more }: TextProps) {
  const { isRequired = false, hasFocus = false, ...attributes } = more;
  return (
    <Field label={label} hint={hint} error={error}>
      {(aria) => (
        <input
          class="input"
          // The types of Preact name each kind of input by itself.
          type={type as 'text'}
          required={isRequired}
          autofocus={hasFocus}
          dir={type === 'text' ? 'auto' : undefined}
          onInput={(event) => onChange(event.currentTarget.value)}
          {...attributes}
          {...aria}
        />
      )}
    </Field>
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

export function TextArea({ label, hint, error, onChange, isRequired = false, ...attributes }: TextAreaProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(aria) => (
        <textarea
          class="input"
          dir="auto"
          required={isRequired}
          onInput={(event) => onChange(event.currentTarget.value)}
          {...attributes}
          {...aria}
        />
      )}
    </Field>
  );
}

interface SelectProps<Value extends string> extends Labelled {
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly onChange: (value: Value) => void;
}

export function Select<Value extends string>({ label, hint, error, value, options, onChange }: SelectProps<Value>) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(aria) => (
        // Its options have no other values.
        <select
          class="input"
          value={value}
          onChange={(event) => onChange(event.currentTarget.value as Value)}
          {...aria}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

interface CheckboxProps extends Labelled {
  readonly isChecked: boolean;
  readonly onChange: (isChecked: boolean) => void;
  readonly isDisabled?: boolean;
}

export function Checkbox({ label, hint, error, isChecked, onChange, isDisabled = false }: CheckboxProps) {
  return (
    <Field kind="field check" label={label} hint={hint} error={error}>
      {(aria) => (
        <input
          type="checkbox"
          checked={isChecked}
          disabled={isDisabled}
          onChange={(event) => onChange(event.currentTarget.checked)}
          {...aria}
        />
      )}
    </Field>
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
