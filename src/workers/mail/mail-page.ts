import { escapeHtml } from './escape-html.ts';

interface MailPage {
  readonly intro: string;
  /** The one thing to do. */
  readonly action: { readonly label: string; readonly link: string };
  /** HTML that follows the button. */
  readonly rest: string;
}

const BODY = 'margin:0;padding:24px;font:16px/1.5 system-ui,-apple-system,Segoe UI,Roboto,sans-serif';
const BUTTON =
  'display:inline-block;padding:10px 18px;border-radius:8px;background:#2460e0;color:#ffffff;font-weight:600;text-decoration:none';

/** The HTML of a mail: one column with one button. Mail programs apply inline styles only. */
export function mailPage({ intro, action, rest }: MailPage): string {
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark"></head>',
    `<body style="${BODY}"><div style="max-width:600px;margin:0 auto;overflow-wrap:anywhere">`,
    `<p>${escapeHtml(intro)}</p>`,
    `<p style="margin:24px 0"><a href="${escapeHtml(action.link)}" style="${BUTTON}">${escapeHtml(action.label)}</a></p>`,
    rest,
    '</div></body></html>',
  ].join('\n');
}
