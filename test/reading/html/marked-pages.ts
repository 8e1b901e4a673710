/** Pages of many kinds, written for these tests. `keep` marks text of the main content, `drop` marks text around it. */
import { readdirSync, readFileSync } from 'node:fs';
import { load } from 'cheerio';

export interface MarkedPage {
  readonly name: string;
  readonly html: string;
  readonly kept: readonly string[];
  readonly dropped: readonly string[];
}

const FOLDER = new URL('fixtures/', import.meta.url);

export function markedPages(): readonly MarkedPage[] {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith('.html'))
    .flatMap((file) =>
      readFileSync(new URL(file, FOLDER), 'utf8')
        .split(/^<!-- page: /m)
        .slice(1),
    )
    .map(markedPage);
}

function markedPage(source: string): MarkedPage {
  const end = source.indexOf(' -->');
  const $ = load(source.slice(end + 4), { scriptingEnabled: false });
  $('x-prose').each((_, element) => {
    const { n, lang = 'en', drop } = element.attribs;
    const mark = drop === undefined ? 'keep' : 'drop';
    const paragraphs = Array.from({ length: Number(n) }, (_unused, index) => paragraph(lang, index, mark));
    $(element).replaceWith(paragraphs.map((text) => `<p ${mark}>${text}</p>`).join(''));
  });
  const textsOf = (mark: string) =>
    $(`[${mark}]`)
      .toArray()
      .flatMap((element) => $(element).text().split('\n'))
      .map(words)
      .filter((text) => text !== '');
  const [kept, dropped] = [textsOf('keep'), textsOf('drop')];
  $('[keep]').removeAttr('keep');
  $('[drop]').removeAttr('drop');
  return { name: source.slice(0, end), html: $.html(), kept, dropped };
}

/** Words alone, so that marks of lists and tables do not count. */
export const words = (text: string): string =>
  text
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+/gu)
    ?.join(' ') ?? '';

const PROSE: Readonly<Record<string, readonly string[]>> = {
  en: [
    'The work had begun in spring, when the water stood low and the cranes could reach the old piers from the bank',
    'Nobody had counted on the stones that lay under the sand, and nobody had asked the fishermen who knew them',
    'In the end it took three teams, two of them from abroad, and more patience than the plan had allowed for',
    'A spokeswoman said that the costs would be made known once the last invoices had been read and checked',
    'People in the quarter remember other plans that came to nothing, and they will believe it when they see it',
  ],
  es: [
    'Las obras empezaron en primavera, cuando el agua estaba baja y las grúas llegaban desde la orilla a los viejos pilares',
    'Nadie había contado con las piedras que estaban bajo la arena, y nadie había preguntado a los pescadores',
    'Al final hicieron falta tres equipos, dos de ellos del extranjero, y más paciencia de la que el plan permitía',
  ],
  zh: [
    '工程于春天开始，当时水位较低，起重机可以从岸边够到旧桥墩，工人们每天清晨就到现场',
    '没有人料到沙子下面有那么多石头，也没有人去问过熟悉这片水域的渔民和他们的家人',
    '最后一共动用了三支队伍，其中两支来自国外，花费的耐心也比计划中要多得多',
  ],
  ja: [
    '工事は水位の低い春に始まり、クレーンは岸から古い橋脚に届くようになっていました',
    '砂の下に石があることを誰も予想しておらず、漁師たちに尋ねた人もいませんでした',
    '結局三つの班が必要で、そのうち二つは外国から来て、計画より長い時間がかかりました',
  ],
  ar: [
    'بدأ العمل في الربيع عندما كان الماء منخفضا وكانت الرافعات تصل إلى الدعائم القديمة من الضفة',
    'لم يحسب أحد حساب الحجارة التي كانت تحت الرمال ولم يسأل أحد الصيادين الذين يعرفونها',
    'في النهاية احتاج الأمر إلى ثلاثة فرق اثنان منها من الخارج وإلى صبر أكثر مما سمحت به الخطة',
  ],
};

/** Three sentences that no other paragraph of the page has in this order. */
function paragraph(language: string, index: number, mark: string): string {
  const sentences = PROSE[language] ?? [];
  const stop = language === 'zh' || language === 'ja' ? '。' : '. ';
  const start = mark === 'keep' ? '' : 'They say: ';
  const chosen = [0, 1, 2].map((step) => sentences[(index + step * 2) % sentences.length] ?? '');
  return `${start}${chosen.join(stop)}${stop}(${index + 1})`;
}
