import { tmpdir } from 'node:os';
import type { Browser } from 'playwright-core';

export interface ChromiumProgram {
  /** CHROMIUM_PATH */
  readonly executablePath: string;
  /** Chromium's own sandbox, not available as root or in many containers. */
  readonly sandbox: boolean;
}

const LAUNCH_TIMEOUT_MS = 20_000;
const HEAP_MEGABYTES = 256;

/** Disables background features and all network access around the proxy. */
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
  // Only the proxy resolves names, and UDP cannot bypass it.
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  // Its name in earlier versions, which ignore the other.
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
];

/** @throws Error when Chromium does not start */
export async function launchChromium(program: ChromiumProgram, proxyAddress: string): Promise<Browser> {
  // Loaded on demand only.
  const { chromium } = await import('playwright-core');
  return chromium.launch({
    executablePath: program.executablePath,
    chromiumSandbox: program.sandbox,
    headless: true,
    args: FLAGS,
    // The proxy refuses requests without a page's credentials.
    proxy: { server: proxyAddress, bypass: '<-loopback>' },
    timeout: LAUNCH_TIMEOUT_MS,
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    // The service's environment holds secrets and must not reach a process that runs untrusted scripts.
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: tmpdir(), TMPDIR: tmpdir(), LANG: 'en_US.UTF-8' },
  });
}
