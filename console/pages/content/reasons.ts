/** Why something was not read, in the owner's words, and what to do about it. Pure. */

export interface Explanation {
  /** Without a full stop. */
  readonly text: string;
  /** Sentences; empty where there is nothing to do. */
  readonly advice: string;
}

const LATER = 'Read it again later.';
const PASTE = 'Otherwise, paste its text as a source.';
const ON_ITS_OWN = 'If it matters, add it as a source of its own.';
const ASK_SITE = 'If this stays, tell whoever runs the website.';
const ASK_SERVICE = 'If this stays, tell whoever runs this service.';
const PARTS = 'Add its most important parts as sources of their own.';
const SPLIT = 'Divide it into smaller files and add those.';
const SAVE_AGAIN = 'Open it in its program, save it again, and add the new file.';
const COPY_WORDS = 'Paste what is said as a text instead.';

/** The first that matches counts. `$1` is what the service names. An empty text keeps the service's words. */
const EXPLANATIONS: readonly (readonly [pattern: RegExp, text: string, advice: string])[] = [
  [/No secure connection to/, '', `If its address begins with http://, add it in that form. ${LATER} ${ASK_SITE}`],
  [/The host (\S+) was not found/, 'There is no website $1', 'Check the address for typing mistakes.'],
  [/The certificate of/, '', ASK_SITE],
  [
    /did not answer within|takes too long to render|refused the connection$|The connection to|The answer of (?!YouTube)\S+ cannot be understood$|arrived damaged$|packs the page|^The site stopped|^Too many pages of the site cannot/,
    '',
    `${LATER} ${ASK_SITE}`,
  ],
  [
    /URL is not allowed/,
    'This address is not on the public internet',
    'Only public websites are read. Whoever runs this service can allow others (CRAWL_ALLOW_HOSTS).',
  ],
  // Only a website that was reached is blamed for what it says there.
  [
    /^robots\.txt could not be read: (.+?)\.?$/,
    'The website does not say which pages programs may read',
    `Its file robots.txt could not be read: $1. ${LATER} ${ASK_SITE}`,
  ],
  [
    /^robots\.txt does not allow/,
    'The website asks programs not to read this page',
    `If it is your website, allow ChatledgerBot in its file robots.txt. ${PASTE}`,
  ],
  [
    /^robots\.txt has too many rules/,
    'The website has too many rules on what programs may read',
    `If it is your website, shorten its file robots.txt. ${PASTE}`,
  ],
  [/compared with robots\.txt$/, 'The address is too long', PASTE],
  [
    /\(noindex\)$/,
    'The page asks not to be listed by search engines (noindex)',
    `If it is your page, remove that mark from it. ${PASTE}`,
  ],
  [/^It is on another host$/, 'It is on another website', `Only the website itself is read. ${ON_ITS_OWN}`],
  [/^It redirects to another host$/, 'It leads to another website', `Only the website itself is read. ${ON_ITS_OWN}`],
  [/^It redirects to (\S+): .+$/, 'It leads to a page that was not read', 'That page is listed with its own reason.'],
  [/^The page redirects in a circle|^More than \d+ redirects/, 'It leads back to itself without end', ASK_SITE],
  [/^It redirects to \S+/, 'It leads to another page', 'That page is looked at by itself.'],
  [/^The (?:print version|source text) of \S+$/, '', 'That page is looked at by itself.'],
  [/^The same page as \S+$/, 'It has the same text as another page', ''],
  [/^The time for reading/, 'Reading the website took too long', `Read it again, which is quicker then. Or: ${PARTS}`],
  [
    /^Too many pages of the site|^The site holds more text|^The pages of the site hold|^The sitemap is too large/,
    '',
    PARTS,
  ],
  [/^The limit of \S+ pages/, '', `${PARTS} Whoever runs this service can raise the limit (CRAWL_MAX_PAGES).`],
  [/^The sitemap gives no web address/, 'The website’s list of its pages (sitemap) has a faulty entry here', ASK_SITE],
  [
    /^(?:Files of this kind|The page is a file of another)/,
    'It is a file, not a page',
    'Add PDF, Word, PowerPoint, CSV and text files by themselves.',
  ],
  [
    /^The address (?:is nested|repeats)|too many variants/,
    'It is one of a great many addresses that look alike',
    ON_ITS_OWN,
  ],

  [/^The page asks for a password/, '', 'Pages behind a password are not read. Paste the text as a source.'],
  [
    /^The server refused access/,
    'The website refuses programs ($&)',
    `If it is your website, let ChatledgerBot in. ${PASTE}`,
  ],
  [/^The page was (?:not found|removed)/, '', 'Check the address, or mend the link to it.'],
  [/^The server (?:is asked too often|had an error|did not send)/, '', `${LATER} ${ASK_SITE}`],
  [/^No usable text was found/, '', 'If it consists of pictures or is written by scripts, paste its text as a source.'],

  [/password-protected/, '', 'Save it without a password, and add the new file.'],
  [/^The document is encrypted/, '', 'Save it without encryption, and add the new file.'],
  [/seems to be scanned/, '', 'Have its text recognised (OCR), and add the new file.'],
  [/^The (?:document|page) is empty/, '', ''],
  [/damaged|not what its name says/, '', SAVE_AGAIN],
  [/^Presentations older|save it as \.docx$/, '', 'Open it in its program, and save it in a newer form.'],
  [
    /^The document (?:has more|holds|takes|needs|is too large)|^The \w+ (?:takes too long|needs too much)|^There are more than|too long to be read/,
    '',
    SPLIT,
  ],

  [
    /^The video has no captions|captions of the video/,
    '',
    `Add captions on YouTube, then read it again. ${COPY_WORDS}`,
  ],
  [/^The video is private|age-restricted/, '', `Make it public, then read it again. ${COPY_WORDS}`],
  [/^The video (?:has not been|does not exist)/, '', 'Check the address.'],
  [/^YouTube|of YouTube/, '', `${LATER} ${COPY_WORDS}`],

  [
    /^The embedding model/,
    'The language model that this service reads with cannot be reached',
    `${LATER} ${ASK_SERVICE}`,
  ],
  [/^Reading this source failed/, 'Something went wrong while it was read', `${LATER} ${ASK_SERVICE}`],
  [/no longer stored$/, '', 'Delete it, and add it again.'],
];

export function explain(reason: string): Explanation {
  for (const [pattern, text, advice] of EXPLANATIONS) {
    const match = pattern.exec(reason);
    if (match === null) continue;
    // A reason may quote an address, in which `$1` is no place to fill.
    const filled = (words: string) =>
      words.replace(/\$(?:&|1)/, (place) => (place === '$&' ? reason : (match[1] ?? '')));
    return { text: text === '' ? sentence(reason) : filled(text), advice: filled(advice) };
  }
  return { text: sentence(reason), advice: '' };
}

/** Explanation and advice in one paragraph. */
export function explained(reason: string): string {
  const { text, advice } = explain(reason);
  return `${text}. ${advice}`.trim();
}

/** The service's words, as a sentence to be ended. Owners need not know that robots.txt was the first page to be asked for. */
const sentence = (reason: string): string => reason.replace(/^robots\.txt could not be read: |\.$/g, '');
