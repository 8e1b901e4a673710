export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Receivers recognise by it a mail that is sent again. */
  readonly id: string;
}

export interface Mailer {
  /**
   * Resolves when a mail server has accepted the mail.
   * @throws MailRefused when sending it again cannot help; any other error otherwise
   */
  send(mail: Mail): Promise<void>;
}

export class MailRefused extends Error {
  override readonly name = 'MailRefused';
}
