/** Colours as WCAG 2.2 measures them. */
export type Rgb = readonly [red: number, green: number, blue: number];

export const AA_TEXT = 4.5;
export const AA_GRAPHICS = 3;
const WHITE: Rgb = [255, 255, 255];
const INK: Rgb = [15, 18, 28];
const BLACK: Rgb = [0, 0, 0];
const STEPS = 50;

/** Returns null for anything but `#rgb` and `#rrggbb`. */
export function parseHex(text: unknown): Rgb | null {
  const [, digits = ''] = (typeof text === 'string' && /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text.trim())) || [];
  if (digits === '') return null;
  const long = digits.length === 3 ? digits.replace(/./g, '$&$&') : digits;
  const at = (index: number) => Number.parseInt(long.slice(index, index + 2), 16);
  return [at(0), at(2), at(4)];
}

export const toHex = (rgb: Rgb): string =>
  `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;

function luminance(rgb: Rgb): number {
  const [red = 0, green = 0, blue = 0] = rgb.map((part) => {
    const scaled = part / 255;
    return scaled <= 0.04045 ? scaled / 12.92 : ((scaled + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

export function contrast(one: Rgb, other: Rgb): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

export const isDark = (rgb: Rgb): boolean => luminance(rgb) < 0.18;

export function mix(from: Rgb, to: Rgb, share: number): Rgb {
  const part = (index: 0 | 1 | 2) => from[index] + (to[index] - from[index]) * share;
  return [part(0), part(1), part(2)];
}

/** White if readable, else a dark ink, else black: one of them reaches AA on every colour. */
export function textOn(background: Rgb): Rgb {
  for (const candidate of [WHITE, INK]) if (contrast(candidate, background) >= AA_TEXT) return candidate;
  return contrast(BLACK, background) >= AA_TEXT ? BLACK : WHITE;
}

/** The colour itself or its nearest shade with the contrast on every background. */
export function readable(colour: Rgb, backgrounds: readonly Rgb[], needed: number): Rgb {
  const holds = (one: Rgb) => backgrounds.every((background) => contrast(toRounded(one), background) >= needed);
  for (let step = 0; step <= STEPS; step++) {
    for (const end of [BLACK, WHITE]) {
      const shade = mix(colour, end, step / STEPS);
      if (holds(shade)) return shade;
    }
  }
  return textOn(backgrounds[0] ?? WHITE);
}

const toRounded = ([red, green, blue]: Rgb): Rgb => [Math.round(red), Math.round(green), Math.round(blue)];
