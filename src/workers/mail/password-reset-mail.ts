import type { Mail, ResetLink } from '../../ports/mailer.ts';
import { escapeHtml } from './escape-html.ts';
import { mailPage } from './mail-page.ts';

export function passwordResetMail({ id, to, link, expiresAt }: ResetLink): Mail {
  const place = new URL(link).origin;
  const until = new Date(expiresAt).toISOString().replace('T', ' ').slice(0, 16);
  const intro = `Somebody asked to set a new password for the account of ${to} at ${place}.`;
  const outro = `The link works once, until ${until} UTC. If it was not you, do nothing: your password stays as it is.`;
  const action = { label: 'Set a new password', link };
  const html = mailPage({ intro, action, rest: `<p>${escapeHtml(outro)}</p>` });
  const text = [intro, `Set a new password here: ${link}`, outro].join('\n\n');
  return { id, to, subject: `Set a new password for ${place}`, text, html };
}
