export interface Mail {
  /** One address. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The same for the same mail: receivers recognise a mail that is sent again. */
  readonly id: string;
}

export interface Mailer {
  /**
   * Settles when a mail server has accepted the mail.
   * @throws MailRefused when sending it again cannot help; any other error otherwise
   */
  send(mail: Mail): Promise<void>;
}

/** The mail server refuses this mail for good. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';
}
