import { LANGUAGES } from '../../../widget/shared/languages.ts';
import type { SnippetOptions } from '../../embed/snippet.ts';
import { Select } from '../../ui/forms/field.tsx';

const names = new Intl.DisplayNames('en', { type: 'language' });

interface SnippetOptionFieldsProps {
  readonly options: SnippetOptions;
  readonly onChange: (options: SnippetOptions) => void;
}

/** Options that each page sets for itself. */
export function SnippetOptionFields({ options, onChange }: SnippetOptionFieldsProps) {
  return (
    <div class="option-fields">
      <Select
        label="Corner"
        value={options.position}
        options={[
          { value: 'right', label: 'Right' },
          { value: 'left', label: 'Left' },
        ]}
        onChange={(position) => onChange({ ...options, position })}
      />
      <Select
        label="Light or dark"
        value={options.colorScheme}
        options={[
          { value: 'auto', label: 'As the page' },
          { value: 'light', label: 'Always light' },
          { value: 'dark', label: 'Always dark' },
        ]}
        onChange={(colorScheme) => onChange({ ...options, colorScheme })}
      />
      <Select
        label="Language"
        value={options.language}
        options={[
          { value: '', label: 'As the page' },
          ...LANGUAGES.map((code) => ({ value: code as string, label: names.of(code) ?? code })),
        ]}
        onChange={(language) => onChange({ ...options, language })}
      />
    </div>
  );
}
