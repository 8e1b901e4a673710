import type { KeySubject } from '../ports/keys.ts';

/** The subject is crypto-shredded. */
export class SubjectErased extends Error {
  override readonly name = 'SubjectErased';
  readonly subject: KeySubject;
  constructor(subject: KeySubject) {
    super(`${subject} has been erased`);
    this.subject = subject;
  }
}
