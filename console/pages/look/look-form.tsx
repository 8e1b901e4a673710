import { themeOf } from '../../../widget/panel/dialog/theme.ts';
import type { THEME_KEYS } from '../../api/types.ts';
import { faultOf } from '../../ui/content-states.tsx';
import { TextArea, TextField } from '../../ui/forms/field.tsx';
import { AvatarField } from './avatar-field.tsx';
import { ColorField } from './color-field.tsx';
import { contrastWarnings } from './contrast-warnings.ts';
import type { Look } from './look-fields.ts';
import { PromptsField } from './prompts-field.tsx';

type ThemeKey = (typeof THEME_KEYS)[number];

/** `shown` names the widget's colour that stands in for one that is not set. */
const THEME_COLOURS: readonly { readonly key: ThemeKey; readonly label: string; readonly shown: string }[] = [
  { key: 'headerBg', label: 'Header', shown: '--header' },
  { key: 'bg', label: 'Background', shown: '--bg' },
  { key: 'panelBg', label: 'Bottom bar', shown: '--panel' },
  { key: 'bubbleBotBg', label: 'Answers', shown: '--bot' },
  { key: 'bubbleBotText', label: 'Text of answers', shown: '--on-bot' },
  { key: 'inputBg', label: 'Input', shown: '--input' },
  { key: 'border', label: 'Lines', shown: '--border' },
  { key: 'textMuted', label: 'Small print', shown: '--muted' },
];

interface LookFormProps {
  readonly chatbotId: string;
  readonly look: Look;
  /** The error of the last attempt to save. */
  readonly error: unknown;
  readonly onChange: (changes: Partial<Look>) => void;
}

export function LookForm({ chatbotId, look, error, onChange }: LookFormProps) {
  const { name, avatarUrl, primaryColor, theme, welcomeMessage, quickPrompts } = look;
  const warnings: Readonly<Record<string, string | undefined>> = contrastWarnings(look);
  const shown = themeOf(look, 'light');
  const setTheme = (key: ThemeKey, value: string | undefined) => {
    const { [key]: _, ...others } = theme;
    onChange({ theme: value === undefined ? others : { ...others, [key]: value } });
  };
  return (
    <>
      <section class="card card-body stack">
        <h2>Who answers</h2>
        <TextField
          label="Name"
          hint="In the header of the chat."
          value={name}
          maxLength={200}
          onChange={(value) => onChange({ name: value })}
          error={faultOf(error, 'name')}
        />
        <AvatarField
          chatbotId={chatbotId}
          avatarUrl={avatarUrl}
          colours={{ background: shown['--primary'], color: shown['--on-primary'] }}
          onChange={(value) => onChange({ avatarUrl: value })}
        />
      </section>
      <section class="card card-body stack">
        <h2>How it begins</h2>
        <TextArea
          label="Welcome message"
          hint="Markdown, such as **bold** or [a link](https://example.com). Empty: a greeting in the visitor’s language."
          value={welcomeMessage}
          rows={3}
          maxLength={2000}
          onChange={(value) => onChange({ welcomeMessage: value })}
          error={faultOf(error, 'welcomeMessage')}
        />
        <PromptsField prompts={quickPrompts} onChange={(value) => onChange({ quickPrompts: value })} />
      </section>
      <section class="card card-body stack">
        <h2>Colours</h2>
        <ColorField
          label="Main colour"
          value={primaryColor}
          onChange={(value) => onChange({ primaryColor: value ?? '' })}
          warning={warnings.primaryColor}
          error={faultOf(error, 'primaryColor')}
        />
        <details class="disclosure" open={Object.keys(theme).length > 0}>
          <summary>Every colour</summary>
          <p class="field-hint">Colours that you leave automatic follow from the main colour and the website.</p>
          <div class="theme-fields">
            {THEME_COLOURS.map(({ key, label, shown: property }) => (
              <ColorField
                key={key}
                label={label}
                isOptional
                value={theme[key]}
                automatic={shown[property] ?? '#ffffff'}
                onChange={(value) => setTheme(key, value)}
                warning={warnings[key]}
                error={faultOf(error, `theme/${key}`)}
              />
            ))}
          </div>
        </details>
      </section>
    </>
  );
}
