import { existsSync } from 'node:fs';

const PLACES = [
  process.env.CHROMIUM_PATH ?? '',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Null where there is none: what needs it is then not tried. */
export const chromiumPath: string | null = PLACES.find((place) => place !== '' && existsSync(place)) ?? null;
if (chromiumPath === null)
  console.log('There is no Chromium here and CHROMIUM_PATH is not set: rendering is not tried.');

/** Root cannot have Chromium's own sandbox. */
export const chromiumSandbox = process.getuid?.() !== 0;
