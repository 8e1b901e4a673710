/** The migration cannot begin, or cannot go on. The message is a sentence for operators. */
export class MigrationRefused extends Error {
  override readonly name = 'MigrationRefused';
}
