interface SearchFieldProps {
  /** Says what is searched. */
  readonly label: string;
  readonly value: string;
  readonly onInput: (value: string) => void;
}

export function SearchField({ label, value, onInput }: SearchFieldProps) {
  return (
    <input
      class="input"
      type="search"
      aria-label={label}
      placeholder={label}
      maxLength={200}
      dir="auto"
      value={value}
      onInput={(event) => onInput(event.currentTarget.value)}
    />
  );
}
