/** The chatbot's colours as custom properties, each corrected until WCAG AA holds. */
import type { PublicConfig } from '../../entry/public-config.ts';
import type { SiteConfig } from '../../entry/site-config.ts';
import {
  AA_GRAPHICS,
  AA_TEXT,
  isDark,
  mix,
  parseHex,
  type Rgb,
  readable,
  textOn,
  toHex,
} from '../../shared/contrast.ts';
import { page } from '../../shared/page.ts';

const DEFAULT_PRIMARY: Rgb = [37, 99, 235];
const WHITE: Rgb = [255, 255, 255];
const LIGHT = {
  bg: '#f6f7f9',
  panel: '#ffffff',
  muted: '#5d6677',
  border: '#e3e6ec',
  bot: '#ffffff',
  input: '#ffffff',
};
const DARK = { bg: '#12141a', panel: '#191c24', muted: '#a2abbd', border: '#2d323e', bot: '#232733', input: '#12141a' };

const isSchemeDark = (scheme: SiteConfig['colorScheme']) => (scheme === 'auto' ? isPageDark() : scheme === 'dark');

/** @returns custom properties by name */
export function themeOf(
  { primaryColor, theme }: Pick<PublicConfig, 'primaryColor' | 'theme'>,
  scheme: SiteConfig['colorScheme'],
): Readonly<Record<string, string>> {
  const primary = parseHex(primaryColor) ?? DEFAULT_PRIMARY;
  const given = parseHex(theme.panelBg) ?? parseHex(theme.bg);
  const dark = given === null ? isSchemeDark(scheme) : isDark(given);
  const defaults = dark ? DARK : LIGHT;
  const colour = (value: unknown, fallback: string): Rgb => parseHex(value) ?? parseHex(fallback) ?? WHITE;
  const bg = colour(theme.bg, theme.panelBg ? toHex(given ?? WHITE) : defaults.bg);
  const panel = colour(theme.panelBg, theme.bg ? toHex(bg) : defaults.panel);
  const header = parseHex(theme.headerBg) ?? primary;
  const bot = colour(theme.bubbleBotBg, defaults.bot);
  const input = colour(theme.inputBg, defaults.input);
  const surfaces = [bg, panel];
  const code = mix(bot, textOn(bot), 0.06);
  const text = textOn(panel);
  const border = colour(theme.border, defaults.border);
  const colours: Record<string, Rgb> = {
    bg,
    panel,
    border,
    header,
    input,
    bot,
    text,
    primary,
    'on-primary': textOn(primary),
    'on-header': textOn(header),
    'on-bg': textOn(bg),
    'on-input': textOn(input),
    'on-bot': readable(parseHex(theme.bubbleBotText) ?? textOn(bot), [bot, code], AA_TEXT),
    'link-bot': readable(primary, [bot, code], AA_TEXT),
    accent: readable(primary, surfaces, AA_TEXT),
    focus: readable(primary, [...surfaces, input], AA_GRAPHICS),
    muted: readable(colour(theme.textMuted, defaults.muted), surfaces, AA_TEXT),
    'muted-input': readable(colour(theme.textMuted, defaults.muted), [input, panel], AA_TEXT),
    'muted-bot': readable(colour(theme.textMuted, defaults.muted), [bot], AA_TEXT),
    control: readable(mix(border, text, 0.3), [panel, input], AA_GRAPHICS),
    soft: mix(panel, primary, dark ? 0.16 : 0.07),
    code,
    danger: readable(dark ? [255, 120, 130] : [190, 24, 48], surfaces, AA_TEXT),
    good: readable(dark ? [74, 222, 128] : [21, 128, 61], surfaces, AA_TEXT),
  };
  colours['on-soft'] = readable(primary, [colours.soft ?? panel], AA_TEXT);
  const properties = Object.entries(colours).map(([name, value]) => [`--${name}`, toHex(value)]);
  return { ...Object.fromEntries(properties), 'color-scheme': dark ? 'dark' : 'light' };
}

/** Judges what is behind the widget, not the system's choice: a light page stays light at night. */
function isPageDark(): boolean {
  for (const element of layers()) {
    const dark = isColourDark(getComputedStyle(element).backgroundColor);
    if (dark !== null) return dark;
  }
  const scheme = getComputedStyle(page.documentElement).colorScheme;
  return scheme.includes('dark') && (!scheme.includes('light') || matchMedia('(prefers-color-scheme: dark)').matches);
}

/** Elements as large as the page, the front one first: applications often colour one within the body. */
function layers(): readonly Element[] {
  const found: Element[] = [page.body, page.documentElement];
  const { clientWidth, scrollHeight } = page.documentElement;
  const covers = (element: Element) =>
    element.clientWidth > clientWidth * 0.9 && element.clientHeight > scrollHeight * 0.9;
  for (let layer: Element | undefined = page.body; layer !== undefined; ) {
    layer = Array.from(layer.children).find(covers);
    if (layer !== undefined) found.unshift(layer);
  }
  return found;
}

/**
 * @param css a computed colour
 * @returns null for a transparent one
 */
function isColourDark(css: string): boolean | null {
  const parts = css.match(/[\d.]+/g)?.map(Number) ?? [];
  const [first = 0, second = 0, third = 0, alpha = 1] = parts;
  if (parts.length < 3 || alpha <= 0.5) return null;
  if (css.startsWith('rgb')) return isDark([first, second, third]);
  if (css.startsWith('color')) return isDark([first * 255, second * 255, third * 255]);
  // The other notations begin with the lightness: up to 1 in `oklch` and `oklab`, up to 100 in `lch` and `lab`.
  return first < (css.startsWith('ok') ? 0.56 : 50);
}
