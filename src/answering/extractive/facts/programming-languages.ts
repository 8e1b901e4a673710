/** Programming languages: "It is written in Go" tells in which one. */
import { pattern } from '../../../lib/patterns.ts';

const NAME =
  /(?<![\p{L}\p{N}])(?:Go|Golang|Rust|Python|TypeScript|JavaScript|Java|Kotlin|Swift|Ruby|PHP|Elixir|Erlang|Haskell|Scala|Clojure|Zig|Perl|Dart|OCaml|COBOL|C(?:\+\+|#)|F#|Node\.js)(?![\p{L}\p{N}])/u;
/** "Which language is it written in?" */
const ASKED = pattern(
  'iu',
  /(?<!\p{L})(?:(?:programming )?languages?|programmiersprachen?|sprache)(?!\p{L}).{0,40}(?<!\p{L})(?:written|programmed|coded|built|implemented|developed|geschrieben|programmiert)(?!\p{L})|(?<!\p{L})(?:programming language|programmiersprache)/u,
);
const MAX_CHARACTERS_READ = 200;

/** Linear in the text. */
export const tellsProgrammingLanguage = (text: string): boolean => NAME.test(text);

export const asksForProgrammingLanguage = (word: string, question: string): boolean =>
  /^(?:languages?|programmiersprachen?|sprache)$/.test(word) && ASKED.test(question.slice(0, MAX_CHARACTERS_READ));
