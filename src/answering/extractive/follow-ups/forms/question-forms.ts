/** The shape of a language's table of questions. */
import type { ServiceConcept } from '../../thesaurus/synonyms.ts';

/** A pattern of headings, or a list of them in lower case with `|` between, and the question that a visitor would ask. */
type Row<Names> = readonly [names: Names, question: string];

/** Questions of a language for headings. `{}` stands for the heading. */
export interface QuestionForms {
  /** Headings that name nothing but a service. */
  readonly services: Readonly<Record<ServiceConcept, string>>;
  /** Whole headings. */
  readonly topics?: readonly Row<string>[];
  /** Nouns with something behind them that says which: "Versand nach Österreich". Their gender and number are known. */
  readonly nouns?: readonly Row<string>[];
  /** Words that begin what stands behind such a noun. Any, where this is left out. */
  readonly linking?: RegExp;
  /** Things that somebody does: "Créer un compte". */
  readonly tasks?: readonly Row<RegExp>[];
  /** Words by which the owner speaks to the visitor, and those by which the visitor says the same. */
  readonly asVisitor?: readonly (readonly [RegExp, string])[];
  /** Keeps a heading as it is: a form in it depends on a gender that is not known. */
  readonly unclear?: RegExp;
  /** First words without a capital within a sentence. Any, where this is left out. */
  readonly lowered?: RegExp;
}
