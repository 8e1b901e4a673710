/** Warns of unreadable colours, which the widget corrects. */
import { themeOf } from '../../../widget/panel/dialog/theme.ts';
import { AA_TEXT, contrast, parseHex } from '../../../widget/shared/contrast.ts';
import type { Look } from './look-fields.ts';

type Warned = 'primaryColor' | 'bubbleBotText' | 'textMuted';

/** The widget's names of each colour and of the surfaces below it. */
const READ_ON: Readonly<Record<Warned, { readonly shown: string; readonly surfaces: readonly string[] }>> = {
  primaryColor: { shown: '--accent', surfaces: ['--bg', '--panel'] },
  bubbleBotText: { shown: '--on-bot', surfaces: ['--bot'] },
  textMuted: { shown: '--muted', surfaces: ['--bg', '--panel'] },
};

export function contrastWarnings(
  look: Pick<Look, 'primaryColor' | 'theme'>,
): Readonly<Partial<Record<Warned, string>>> {
  const shown = themeOf(look, 'light');
  const given: Readonly<Record<Warned, string | undefined>> = { primaryColor: look.primaryColor, ...textsOf(look) };
  const warnings = (Object.keys(READ_ON) as Warned[]).flatMap((field) => {
    const colour = parseHex(given[field]);
    const { surfaces, shown: name } = READ_ON[field];
    if (colour === null) return [];
    const ratios = surfaces.map((surface) => contrast(colour, parseHex(shown[surface]) ?? [255, 255, 255]));
    const worst = Math.min(...ratios);
    return worst >= AA_TEXT ? [] : [[field, sentenceOf(field, worst, shown[name] ?? '')] as const];
  });
  return Object.fromEntries(warnings);
}

const textsOf = ({ theme }: Pick<Look, 'theme'>) => ({
  bubbleBotText: theme.bubbleBotText,
  textMuted: theme.textMuted,
});

function sentenceOf(field: Warned, ratio: number, shade: string): string {
  const what = field === 'primaryColor' ? 'Links and small text in this colour' : 'Text in this colour';
  return `${what} would be hard to read here (contrast ${ratio.toFixed(1)} to 1, 4.5 is needed). The chat shows them in ${shade} instead.`;
}
