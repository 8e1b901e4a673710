/** English verbs of what a visitor does, by their form in `-ing`: "Changing your logo" is about how to change it. */

/** Verbs for what the owner does as well ("Cleaning your carpets") are not among them. */
const VERBS =
  'accept access activate add adjust apply archive ask assign attach become block book buy cancel change check choose claim close collect connect contact copy create customise customize deactivate delete disable ' +
  'disconnect donate download duplicate edit enable end exchange export extend filter find freeze get give hide import install invite join leave link log manage merge move open order pause pay pick post preview ' +
  'print publish redeem refer register remove rename renew replace report request reschedule reserve reset restore resume return save schedule search select sell send set share sign sort start stop submit subscribe ' +
  'switch sync tag track transfer turn unblock uninstall unsubscribe update upgrade upload use verify view withdraw write';
/** Double their last letter: "setting". */
const DOUBLED = /(?:cancel|get|log|set|stop|tag|begin|put|run|plan|reset)$/u;

const BASES = new Map(VERBS.split(' ').flatMap((verb) => gerundsOf(verb).map((gerund) => [gerund, verb] as const)));

function gerundsOf(verb: string): readonly string[] {
  if (verb.endsWith('ee')) return [`${verb}ing`];
  if (verb.endsWith('e')) return [`${verb.slice(0, -1)}ing`];
  return DOUBLED.test(verb) ? [`${verb}${verb.at(-1)}ing`, `${verb}ing`] : [`${verb}ing`];
}

/** The heading with its verb as in "How do I …?"; null for one that begins with no such verb. */
export function taskOfGerund(heading: string): string | null {
  const [, first = '', rest = ''] = /^(\p{L}+)(.*)$/u.exec(heading) ?? [];
  const verb = BASES.get(first.toLowerCase());
  return verb === undefined ? null : verb + rest;
}
