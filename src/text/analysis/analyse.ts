/**
 * Text to the words it is searched by. The same for documents and queries and for every engine: words hold no spaces and no
 * control characters, and an engine splits them at spaces only.
 *
 * A word of a spaced script gives its stem, itself (marked `=`) and its beginning (marked `~`): the exact form weighs more, and the
 * beginning stands in where the language was guessed wrong or has no stemmer. Text without spaces gives overlapping pairs; Arabic and Hebrew give a light stem and, marked `^`, letter triples.
 */
import { beginningOf, clustersOf, gramsOf } from './grams.ts';
import { guessLanguage, type Language, languagesWithStopWord } from './languages.ts';
import { foldDiacritics, normaliseText } from './normalise.ts';
import { longestWord, type Piece, piecesOf, tokensOf } from './pieces.ts';
import { lightArabicStem, unifySpelling } from './prefixing.ts';
import { remembering } from './remembering.ts';

const han = /\p{Script=Han}/u;
const innerJoints = /[-_&]/g;

/** The words a document is found by, in order, repeats kept. Linear in the text; each word at most 66 UTF-16 units. */
export function analyseText(text: string): string[] {
  const pieces = foldedPieces(text);
  return allWordsOf(pieces, languageOf(pieces));
}

/** As analyseText, without the stop words of the query's language, unless it has nothing else. Repeats are kept: they weigh more. */
export function analyseQuery(text: string): string[] {
  const pieces = foldedPieces(text);
  const language = languageOf(pieces);
  const telling = pieces.filter((piece) => piece.kind !== 'word' || !language.stopWords.has(piece.text));
  return allWordsOf(telling.length > 0 ? telling : pieces, language);
}

/** A piece in the spelling that is compared, with what the language it was last met in made of it: a text is in one. */
class FoldedPiece implements Piece {
  readonly kind: Piece['kind'];
  readonly text: string;
  readonly stopWordOf: readonly number[];
  #language: Language | null = null;
  #words: readonly string[] = [];

  constructor({ kind, text }: Piece) {
    this.kind = kind;
    this.text = kind === 'word' ? foldDiacritics(text) : text;
    this.stopWordOf = kind === 'word' ? languagesWithStopWord(this.text) : [];
  }

  wordsIn(language: Language): readonly string[] {
    if (this.#language !== language) {
      this.#words = wordsOf(this, language);
      this.#language = language;
    }
    return this.#words;
  }
}

const foldedPiecesOf = remembering((token): readonly FoldedPiece[] =>
  piecesOf(token).map((piece) => new FoldedPiece(piece)),
);

function foldedPieces(text: string): FoldedPiece[] {
  const pieces: FoldedPiece[] = [];
  for (const token of tokensOf(normaliseText(text))) for (const piece of foldedPiecesOf(token)) pieces.push(piece);
  return pieces;
}

const languageOf = (pieces: readonly FoldedPiece[]): Language =>
  guessLanguage(pieces.filter(({ kind }) => kind === 'word'));

function allWordsOf(pieces: readonly FoldedPiece[], language: Language): string[] {
  const words: string[] = [];
  for (const piece of pieces) for (const word of piece.wordsIn(language)) words.push(word);
  return words;
}

function wordsOf(piece: Piece, language: Language): readonly string[] {
  switch (piece.kind) {
    case 'word':
      return language.formsOf(beginningOf(piece.text, longestWord));
    case 'prefixing':
      return prefixingWords(piece.text);
    case 'ideographs':
      return ideographWords(piece.text);
    case 'hangul':
      return gramsOf([...piece.text], 2);
    case 'clusters':
      return gramsOf(clustersOf(piece.text), 2);
    case 'compound':
      return [foldDiacritics(piece.text).replace(innerJoints, '')];
    case 'symbolic':
      return [foldDiacritics(piece.text)];
  }
}

function prefixingWords(run: string): string[] {
  const word = beginningOf(unifySpelling(run), longestWord);
  if (word === '') return [];
  return [lightArabicStem(word), ...gramsOf([...word], 3).map((gram) => `^${gram}`)];
}

/** Pairs, and single ideographs beside them: many Chinese words are one character (measured: .967 against .962 on xquad-zh). */
function ideographWords(run: string): string[] {
  const characters = [...run];
  const pairs = gramsOf(characters, 2);
  return characters.length === 1 ? pairs : [...pairs, ...characters.filter((character) => han.test(character))];
}
