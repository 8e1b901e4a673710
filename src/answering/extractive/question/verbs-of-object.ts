import { pattern } from '../../../lib/patterns.ts';

/** Verbs that say less than their object: "Do you support …?", "Do I have to pay VAT?" */
const VERBS: readonly (readonly [RegExp, RegExp])[] = [
  [pattern('iu', /(?<!\p{L})(?:do(?:es)?|can|will) (?:\p{L}+ ){1,4}support(?= \p{L}|\s*\p{N})/u), /^support$/],
  [
    pattern(
      'iu',
      /(?<!\p{L})(?:(?:have|need) to|must) pay (?!(?:by|with|in|via|using|at|on|when|monthly|yearly)(?!\p{L}))\p{L}/u,
    ),
    /^pay$/,
  ],
  // Gift cards are not payment by card.
  [pattern('u', /(?<!\p{L})(?:ال)?بطاق\p{L}+ (?:ال)?(?:هدايا|هدية|هديه)(?!\p{L})/u), /^بطاق/],
  [pattern('iu', /(?<!\p{L})(?:is there|have|any) (?:\p{L}+ ){1,2}support(?=\W*$)/u), /^support$/],
  // "Can I run it on Windows?"
  [
    pattern(
      'iu',
      /(?<!\p{L})(?:can|could|does|do|will) (?:it|i|we|you) (?:run|use|install|work) (?:(?:it|this|that) )?(?:on|with|in|under) \p{L}/u,
    ),
    /^(?:run|use|instal|install|work)$/,
  ],
  // "How many people fit?"
  [/(?<!\p{L})how many (?:people|persons|guests|visitors)(?!\p{L})/iu, /^(?:people|persons?|guests?|visitors?)$/],
  // "Can I use my own model?"
  [/^\W*(?:can|may|could) (?:i|we|you) (?:also )?use(?!\p{L})/iu, /^use$/],
  // "Which databases do you use?"
  [
    pattern(
      'iu',
      /(?<!\p{L})(?:which|what) .{3,60} do(?:es)? (?:you|we|they|it|\p{L}{2,20}) (?:use|support)(?!\p{L})/u,
    ),
    /^(?:use|support)$/,
  ],
  [
    pattern(
      'iu',
      /^\W*(?:and )?do(?:es)? (?:you|they|the \p{L}+) (?:also )?(?:sell|carry|stock|provide|serve|permit) \p{L}/u,
    ),
    /^(?:sell|carri?y?|stock|provid|provide|serv|serve|permit)$/,
  ],
  // "Write me a poem" does not ask where to write to.
  [
    /(?<!\p{L})(?:write|draw|compose|sing|create|generate|book|order|buy|send) (?:me|us) \p{L}/iu,
    /^(?:write|draw|compose?|sing|create?|generate?|book|order|buy|send)$/,
  ],
  // Old batteries have no age.
  [
    pattern(
      'iu',
      /(?<!(?:how|years?|too)[\s-])(?<!\p{L})old (?!(?:can|do|does|to|is|are|must|should|enough|and|or)(?!\p{L}))\p{L}/u,
    ),
    /^old$/,
  ],
];

/**
 * @param question bounded
 * @returns patterns of analysed words
 */
export const verbsOfObject = (question: string): readonly RegExp[] =>
  VERBS.flatMap(([phrase, verb]) => (phrase.test(question) ? [verb] : []));
