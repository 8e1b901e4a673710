export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Receivers recognise a repeated mail by it. */
  readonly id: string;
}

export interface Mailer {
  /**
   * Resolves when a mail server has accepted the mail.
   * @throws MailRefused when sending it again cannot help; any other error otherwise
   */
  send(mail: Mail): Promise<void>;
}

export interface ResetLink {
  readonly id: string;
  readonly to: string;
  readonly link: string;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
}

export interface PasswordResetMails {
  /** Mails a link in the background, and tries again while it is of use. @param find returns null when nobody is to be mailed */
  send(find: () => Promise<ResetLink | null>): void;
}

export class MailRefused extends Error {
  override readonly name = 'MailRefused';
}
