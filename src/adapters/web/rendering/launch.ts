import { tmpdir } from 'node:os';
import type { Browser } from 'playwright-core';

export interface ChromiumProgram {
  /** CHROMIUM_PATH */
  readonly executablePath: string;
  /** Chromium's own; it cannot be had as root, nor in many containers. */
  readonly sandbox: boolean;
}

const LAUNCH_TIMEOUT_MS = 20_000;
const HEAP_MEGABYTES = 256;

/** Nothing but the page itself, and no way out besides the proxy. */
const FLAGS = [
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-domain-reliability',
  '--disable-extensions',
  '--disable-quic',
  '--disable-sync',
  '--dns-prefetch-disable',
  '--metrics-recording-only',
  '--mute-audio',
  '--no-first-run',
  '--no-pings',
  '--renderer-process-limit=4',
  `--js-flags=--max-old-space-size=${HEAP_MEGABYTES}`,
  // Names are resolved by the proxy alone, and nothing goes around it by UDP.
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
];

/** @throws Error when it cannot be started */
export async function launchChromium(program: ChromiumProgram, proxyAddress: string): Promise<Browser> {
  // Only loaded where it is used.
  const { chromium } = await import('playwright-core');
  return chromium.launch({
    executablePath: program.executablePath,
    chromiumSandbox: program.sandbox,
    headless: true,
    args: FLAGS,
    // Without a page's password it lets nothing through.
    proxy: { server: proxyAddress, bypass: '<-loopback>' },
    timeout: LAUNCH_TIMEOUT_MS,
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    // Nothing of the service's own is in the hands of what runs strangers' scripts.
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: tmpdir(), TMPDIR: tmpdir(), LANG: 'en_US.UTF-8' },
  });
}
