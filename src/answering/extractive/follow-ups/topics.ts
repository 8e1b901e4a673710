import { cutText } from '../../../text/cut-text.ts';
import { isQuestion } from '../../../text/is-question.ts';
import { type VisitorLanguage, writtenLanguage } from '../languages/visitor-language.ts';
import { withoutNumber } from '../passages/heading-numbers.ts';
import { type ExtractPassage, outlineOf } from '../passages/outline.ts';
import { pageName } from '../passages/page-name.ts';

export interface Topic {
  readonly name: string;
  /** Index of the passage. */
  readonly passage: number;
}

const MAX_TOPIC_LENGTH = 70;
const MIN_TOPIC_LENGTH = 2;
const MAX_WORDS = 9;
/** Dates, numbers and codes with more digits are no topics. */
const MAX_DIGITS_SHARE = 0.25;
const MAX_TITLE_LENGTH = 120;
const MIN_CHAPTERS = 4;
const FILE_NAME = /^[\p{Ll}\p{N}]+(?:[-_][\p{Ll}\p{N}]+)+$/u;
const ADDRESS = /:\/\/|www\./i;
/** Beginnings of headings that name no topic; with `$`, whole headings. */
const GENERIC_HEADING = new RegExp(
  `^(?:${[
    'home$|welcome\\b|willkommen\\b|bienvenu|bienvenid|benvenut|bem-vind|hoş geldin|menu$|index$|untitled|introduction$|conclusion$|summary$|overview$|contents?$|more$|test$',
    'see more|see also|read more|learn more|related\\b|recommended|advertisement|share\\b|follow us|comments?$|leave a |sign up|subscribe|newsletter|everything (?:you|your)\\b|why (?:choose )?us$|how we \\S+ (?:it|them)$|references?$|notes?$|synopsis$|description$|examples?$|usage$|warnings?$|caution$|important$|caveats?$|see$|tags?$|categories$|about the author',
    'faqs?$|questions$|(?:frequently|commonly) asked questions|questions (?:and|&) answers|q ?& ?a$|(?:häufige?|häufig gestellte) fragen|fragen$|fragen (?:und|&) antworten|questions (?:fréquentes|et réponses)|foire aux questions|preguntas(?: frecuentes| y respuestas)?$|domande(?: frequenti)?$|perguntas(?: frequentes)?$|veelgestelde vragen|vragen$|najczęściej zadawane|pytania$|vanliga frågor|sıkça sorulan|часто задаваемые|常见问题|よくある(?:質問|ご質問)|자주 묻는|(?:ال)?أسئلة (?:ال)?شائعة|الأسئلة|आम सवाल|câu hỏi thường gặp|अक्सर पूछे',
    '(?:latest |our )?news$|highlights?$|featured$|aktuelles$|neuigkeiten$|à la une$|actualités?$|destacados?$|novedades$|noticias$|in evidenza$|novità$|notícias$|nieuws$|aktualności$|nyheter$',
    'what (?:our )?(?:clients|customers|guests|patients|members|people|others) say|testimonials?$|trusted by|(?:das|was) (?:sagen )?unsere (?:kunden|gäste|patienten)|kundenstimmen$|témoignages$|avis (?:clients|de nos)|lo que dicen|opiniones$|testimonios$|dicono di noi|wat (?:onze )?klanten',
  ].join('|')})`,
  'iu',
);

/** Names of pages, or headings when there are few pages; those in the language when there are some. */
export function overviewTopics(passages: readonly ExtractPassage[], language: VisitorLanguage): readonly Topic[] {
  const pages = namesOf(passages.map(({ title }, passage) => ({ name: spokenName(pageName(title)), passage })));
  const headings = namesOf(headingsOf(passages));
  const all = pages.length > 3 || headings.length === 0 ? pages : distinct([...headings, ...pages]);
  const spoken = all.filter(({ passage }) => {
    const written = writtenLanguage(passages[passage]?.text ?? '');
    return written === null || written === language;
  });
  if (spoken.length > 2) return spoken;
  return all.length > 0 ? all : titlesOf(passages);
}

/** "Getting started" for the file name `01-getting-started`. */
export const spokenName = (title: string): string =>
  FILE_NAME.test(title) ? capitalised(title.replace(/^\d+[-_]/, '').replace(/[-_]/g, ' ')) : title;

const capitalised = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** Headings other than questions: those of chapters, when there are enough. */
function headingsOf(passages: readonly ExtractPassage[]): readonly Topic[] {
  const headings = passages
    .map(outlineOf)
    .flatMap(({ sections }, passage) =>
      sections.flatMap(({ heading, above }) =>
        heading === '' || isQuestion(heading) ? [] : [{ name: heading, passage, depth: above.length }],
      ),
    );
  const chapters = headings.filter(({ depth }) => depth <= 1);
  return chapters.length >= MIN_CHAPTERS ? chapters : headings;
}

const namesOf = (topics: readonly Topic[]) =>
  distinct(topics.map(({ name, passage }) => ({ name: topicName(name), passage })));

/** The name without numbering and marks; null when it is no topic. */
export function topicName(heading: string): string | null {
  const name = cleanName(heading);
  return isName(name) ? name : null;
}

/** Titles as topics, for content whose headings name none. */
function titlesOf(passages: readonly ExtractPassage[]): readonly Topic[] {
  const titles = passages.map(({ title }, passage) => ({ name: cutText(cleanName(title), MAX_TITLE_LENGTH), passage }));
  return distinct(titles.filter(({ name }) => /\p{L}/u.test(name) && !ADDRESS.test(name)));
}

function distinct(topics: readonly { readonly name: string | null; readonly passage: number }[]): readonly Topic[] {
  const found = new Map<string, Topic>();
  for (const { name, passage } of topics) {
    if (name !== null && !found.has(name.toLowerCase())) found.set(name.toLowerCase(), { name, passage });
  }
  return [...found.values()];
}

function cleanName(name: string): string {
  const plain = name.replace(/[\s\p{Cc}_]+/gu, ' ').replace(/[*`#|[\]<>\\{}]+/g, '');
  return withoutNumber(plain.trim()).replace(/[\s:.,;…-]+$/u, '');
}

function isName(name: string): boolean {
  if (name.length < MIN_TOPIC_LENGTH || name.length > MAX_TOPIC_LENGTH || isQuestion(name)) return false;
  if (name.split(' ').length > MAX_WORDS || GENERIC_HEADING.test(name)) return false;
  if ((name.match(/\p{N}/gu)?.length ?? 0) > name.length * MAX_DIGITS_SHARE) return false;
  return /\p{L}{2}|[^\p{Script=Latin}\p{N}\p{P}\s]/u.test(name) && !ADDRESS.test(name) && !/[!?]/.test(name);
}
