import { useId } from 'preact/hooks';
import { parseHex, toHex } from '../../../widget/shared/contrast.ts';

interface ColorFieldProps {
  readonly label: string;
  /** Undefined when it follows from other colours. */
  readonly value: string | undefined;
  /** Shown while there is no value. */
  readonly automatic?: string;
  readonly onChange: (value: string | undefined) => void;
  readonly isOptional?: boolean;
  readonly warning?: string | undefined;
  readonly error?: string | undefined;
}

/** A colour by the platform's own picker, or written. */
export function ColorField(props: ColorFieldProps) {
  const { label, value, automatic = '#2563eb', onChange, isOptional = false, warning, error } = props;
  const id = useId();
  const colour = parseHex(value ?? automatic);
  const isWrong = value !== undefined && parseHex(value) === null;
  const fault = isWrong ? 'Write it as #rgb or #rrggbb.' : error;
  const described = fault === undefined && warning === undefined ? undefined : `${id}-note`;
  return (
    <div class="field color-field">
      <label for={id}>{label}</label>
      <div class="color-inputs">
        <input
          type="color"
          class="color-swatch"
          aria-label={`${label}: choose`}
          value={colour === null ? '#000000' : toHex(colour)}
          onInput={(event) => onChange(event.currentTarget.value)}
        />
        <input
          id={id}
          class="input"
          value={value ?? ''}
          placeholder={isOptional ? 'Automatic' : ''}
          maxLength={7}
          spellcheck={false}
          autocomplete="off"
          aria-invalid={fault !== undefined}
          aria-describedby={described}
          onInput={({ currentTarget }) => {
            const written = currentTarget.value.trim();
            onChange(written === '' && isOptional ? undefined : written);
          }}
        />
        {isOptional && value !== undefined ? (
          <button type="button" class="text-button" onClick={() => onChange(undefined)}>
            Automatic<span class="hidden"> {label}</span>
          </button>
        ) : null}
      </div>
      {described === undefined ? null : (
        <p id={described} class={fault === undefined ? 'field-warning' : 'field-error'}>
          {fault ?? warning}
        </p>
      )}
    </div>
  );
}
