/** The parts of a service that keep no data of its own: password hashing, readers, images, browser bundles, the web, mail. */
import type { BcryptPasswords } from '../../adapters/bcrypt/passwords.ts';
import { CachedBundle } from '../../adapters/browser-bundle/cached-bundle.ts';
import { consoleBundle } from '../../adapters/browser-bundle/console-bundle.ts';
import { widgetBundle } from '../../adapters/browser-bundle/widget-bundle.ts';
import { IsolatedImages } from '../../adapters/images/isolated-images.ts';
import { SafeWeb } from '../../adapters/web/safe-web.ts';
import type { Config } from '../../config.ts';
import type { Clock } from '../../ports/clock.ts';
import type { PageRenderer } from '../../ports/content/page-renderer.ts';
import type { Report } from '../../ports/report.ts';
import { ThreadedPreparer } from '../../reading/threads/threaded-preparer.ts';
import { ThreadedReader } from '../../reading/threads/threaded-reader.ts';
import { PasswordResetMailer } from '../../workers/mail/password-reset-mailer.ts';
import type { Disposables } from '../disposables.ts';
import type { Models } from '../models/models.ts';
import { openMailer } from './mail.ts';
import { openVideos } from './videos.ts';

/** Time that a mail that is being sent has during a graceful shutdown. */
const MAIL_GRACE_MS = 3_000;

interface ToolOptions {
  readonly models: Models;
  readonly passwords: BcryptPasswords;
  readonly clock: Clock;
  readonly report: Report;
  /** Closes each tool. */
  readonly disposables: Disposables;
}

/** @throws Error when one cannot be opened; those opened before are in `disposables` */
export async function openTools(config: Config, { models, passwords, clock, report, disposables }: ToolOptions) {
  disposables.own(passwords);
  const documentReader = new ThreadedReader();
  disposables.own(documentReader);
  const preparer = new ThreadedPreparer({ makesVectors: models.embedder.kind === 'offline' });
  disposables.own(preparer);
  const images = new IsolatedImages();
  disposables.own(images);
  const userAgent = `ChatledgerBot/1.0 (+${config.publicUrl})`;
  const web = new SafeWeb({ userAgent, allowHosts: config.crawl.allowHosts, now: () => clock.now() });
  disposables.own(web);
  const renderer = await openRenderer(config, userAgent, report);
  disposables.add(async () => renderer?.close());
  const { videos, close: closeVideos } = openVideos(config, userAgent, clock);
  disposables.add(closeVideos);
  const { mailer, close: closeMailer } = await openMailer(config, report);
  disposables.add(closeMailer);
  const passwordResetMails = mailer === null ? null : new PasswordResetMailer({ mailer, clock, report });
  disposables.add(async () => passwordResetMails?.stop(MAIL_GRACE_MS));
  const [widgetFiles, consoleFiles] = [new CachedBundle(widgetBundle), new CachedBundle(consoleBundle)];
  return {
    passwords,
    documentReader,
    preparer,
    images,
    web,
    renderer,
    videos,
    mailer,
    passwordResetMails,
    widgetFiles,
    consoleFiles,
  };
}

/** Loads the renderer only where it is configured. */
async function openRenderer(
  { chromium, crawl: { allowHosts } }: Config,
  userAgent: string,
  report: Report,
): Promise<PageRenderer | null> {
  if (chromium === null) return null;
  const { ChromiumRenderer } = await import('../../adapters/web/rendering/chromium-renderer.ts');
  return new ChromiumRenderer({ ...chromium, userAgent, allowHosts, report });
}
