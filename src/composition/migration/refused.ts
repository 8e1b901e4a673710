/** The move cannot begin, or cannot go on. The message is a sentence for operators. */
export class MoveRefused extends Error {
  override readonly name = 'MoveRefused';
}
