import { themeOf } from '../../../widget/panel/dialog/theme.ts';
import type { THEME_KEYS } from '../../api/types.ts';
import { faultOf } from '../../ui/content-states.tsx';
import { ColorField } from './color-field.tsx';
import { contrastWarnings } from './contrast-warnings.ts';
import type { LookSectionProps } from './look-fields.ts';

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

export function Colours({ look, error, onChange }: LookSectionProps) {
  const { primaryColor, theme } = look;
  const warnings: Readonly<Record<string, string | undefined>> = contrastWarnings(look);
  const shown = themeOf(look, 'light');
  const setTheme = (key: ThemeKey, value: string | undefined) => {
    const { [key]: _, ...others } = theme;
    onChange({ theme: value === undefined ? others : { ...others, [key]: value } });
  };
  return (
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
        <p class="field-hint">Automatic colours follow the main colour and the website.</p>
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
  );
}
