/** Words above links to other pages of a site, in the languages of the widget. Only whole headings match: "Related costs" is content. */

const matcher = (...alternatives: readonly string[]) => new RegExp(`^(?:${alternatives.join('|')})$`, 'iu');

const RELATED = matcher(
  "you (?:may|might) (?:also |like )?(?:also )?(?:like|enjoy|be interested in|need|love)(?: these)?|you[’']ll (?:also )?love|(?:more|other) (?:products|items|articles|posts|stories) (?:like this|you (?:may|might) like)",
  'more (?:like this|on this topic|from (?:this|the) (?:author|category|collection|section|series|brand)|stories|related (?:articles|stories|posts))|related',
  'related (?:articles|posts|products|items|stories|news|content|contents|reading|links|pages|recipes|guides|videos|topics|resources)',
  'recommended(?: (?:for you|reading|products|articles|reads|stories|posts))?|(?:our )?recommendations(?: for you)?|(?:customers|people|others|shoppers) (?:who .{1,40}|also (?:bought|viewed|liked|like|read|love))',
  'similar (?:products|items|articles|posts|stories|recipes|listings|properties|jobs)|(?:what to )?read next|keep reading|continue reading|further articles|most (?:read|popular|viewed|shared|discussed|commented)(?: (?:articles|stories|news|posts))?|more (?:on|about) this (?:story|topic|subject)|explore further|you may have missed|trending(?: now| stories)?',
  "recently viewed(?: (?:products|items|articles|pages|posts))?|frequently bought together|complete the look|(?:pairs|goes) well with|don[’']t miss|up next|next articles?",
  '(?:das )?könnte (?:sie|dich|ihnen|dir|euch)(?: auch| ebenfalls)?(?: noch)? (?:interessieren|gefallen)|(?:auch )?interessant(?: für (?:sie|dich))?|auch interessant|mehr (?:zum thema(?: .{1,30})?|zu diesem thema|interessantes|lesen)|lesen sie (?:auch|mehr)|lies auch|schon gelesen',
  '(?:ähnliche|verwandte|weitere|passende|weiterführende|dazu passende) (?:artikel|beiträge|produkte|themen|rezepte|meldungen|nachrichten|stories|inhalte|seiten)|weitere (?:artikel|beiträge|meldungen|nachrichten|themen|news|inhalte) (?:zum thema|zu diesem thema|aus .{1,30})|(?:die )?(?:meist(?:gelesene|diskutierte|kommentierte|geklickte)n?)(?: artikel| beiträge| meldungen| nachrichten)|meistgelesen|viel gelesen(?: in .{1,30})?|empfehlung(?:en)? (?:aus|von|der)(?: der)? redaktion|passend dazu|zuletzt angesehen|(?:unsere )?empfehlungen(?: für (?:sie|dich))?',
  '(?:andere )?kunden,? (?:kauften|haben|die|sahen|interessierten).{1,40}|wird oft zusammen gekauft|dazu passt',
  'vous (?:aimerez|aimeriez|pourriez)(?: peut-être)?(?: aussi| également)?(?: aimer)?|(?:à )?lire (?:aussi|également)|(?:articles|produits|contenus|sujets) (?:similaires|liés|associés|connexes|apparentés|complémentaires)|sur le même (?:thème|sujet)|(?:les )?(?:articles les )?plus (?:lus|populaires|partagés)|dans la même (?:rubrique|catégorie)|(?:les )?plus lus|nos recommandations|(?:cela|ces articles) (?:peut|peuvent|pourrait|pourraient)(?: aussi| également)? vous (?:intéresser|plaire)|les clients ayant .{1,40}',
  '(?:también )?(?:te|le|les) (?:puede|podría|pueden|podrían) (?:también )?(?:interesar|gustar)|quizás? (?:también )?te interese|(?:artículos|productos|temas|contenidos) (?:relacionados|similares)|(?:noticias|entradas|notas) relacionadas|relacionad[oa]s|lo más (?:leído|visto)|las más (?:leídas|vistas)|(?:te|le) recomendamos|(?:vídeos?|videos?|notas?|noticias?) recomendad[ao]s?|recomendados(?: para ti)?|lee también',
  '(?:ti )?potrebbe(?:ro)?(?: anche)? (?:interessarti|interessare|piacerti|piacere)|(?:articoli|prodotti) (?:correlati|simili)|leggi anche|(?:i )?più letti|chi ha (?:acquistato|visto) .{1,40}',
  '(?:você )?(?:também )?(?:pode|poderá|vai) (?:também )?(?:gostar|se interessar|interessar)(?: de| por)?|(?:artigos|produtos|posts|conteúdos) (?:relacionados|semelhantes)|notícias relacionadas|leia (?:também|mais)|(?:as )?mais lidas|recomendados(?: para você)?',
  '(?:dit |deze )?vind(?:t u| je) (?:misschien |wellicht )?ook (?:leuk|interessant)|(?:gerelateerde|vergelijkbare) (?:artikelen|producten|berichten)|lees ook|ook interessant|meest gelezen|anderen (?:bekeken|kochten) ook|bekijk ook',
  '(?:zobacz|czytaj) (?:także|również|też)|(?:powiązane|podobne|polecane) (?:artykuły|produkty|wpisy)|może (?:ci|cię) (?:się )?(?:też |również )?(?:spodobać|zainteresować)|najczęściej czytane|inni klienci .{1,40}',
  '(?:relaterade|liknande) (?:artiklar|produkter|inlägg)|läs (?:också|även)|du kanske också gillar|mest lästa?|(?:relaterede|lignende) (?:artikler|produkter)|læs også|(?:du vil )?måske (?:også )?kan du også lide|mest læste|(?:relaterte|lignende) (?:artikler|produkter)|les også|du liker kanskje også|mest lest',
  'lue myös|saatat (?:myös )?pitää(?: myös)?(?: näistä)?|aiheeseen liittyvää|luetuimmat|(?:liittyvät|samankaltaiset) (?:tuotteet|artikkelit)',
  '(?:mohlo|mohly) by (?:vás|se vám)(?: také)? (?:zajímat|líbit)|(?:související|podobné) (?:články|produkty|zboží)|čtěte (?:také|dále)|nejčtenější|(?:kapcsolódó|hasonló) (?:cikkek|termékek)|ez is érdekelheti?|(?:articole|produse) (?:similare|asemănătoare|recomandate)|citește și',
  '(?:вам|тебе|вас)(?: также)? (?:может|могут)(?: также)? (?:быть интересно|понравиться|заинтересовать)|похожие (?:товары|статьи|записи|материалы|новости)|читайте (?:также|ещё|еще)|с этим (?:товаром|также) .{1,30}|рекомендуем(?: также)?|(?:материалы )?по теме|самое читаемое|читайте також|схожі (?:товари|статті)|вам може (?:сподобатися|бути цікаво)',
  '(?:benzer|ilgili) (?:ürünler|haberler|yazılar|içerikler|konular)|(?:bunlar da )?ilginizi çekebilir|en çok okunanlar|σχετικά (?:άρθρα|προϊόντα)|διαβάστε (?:επίσης|ακόμα)|(?:sản phẩm|bài viết|tin) (?:liên quan|tương tự)|có thể bạn (?:quan tâm|thích)|(?:artikel|produk|berita) (?:terkait|serupa)|baca juga|(?:anda )?mungkin (?:anda )?(?:juga )?(?:suka|tertarik)',
  '関連(?:記事|商品|リンク|ニュース|製品|ページ|コンテンツ)?|おすすめ(?:の)?(?:記事|商品)?|この(?:商品|記事)を(?:見た|買った|読んだ).{1,20}|(?:あわせて|合わせて)読みたい(?:記事)?|最近チェックした商品',
  '(?:相关|相關)(?:文章|产品|產品|商品|阅读|閱讀|推荐|推薦|新闻|新聞|内容|內容|链接|連結)|猜你喜[欢歡]|(?:推荐|推薦|延伸)(?:阅读|閱讀|商品|文章)|[热熱][门門](?:推荐|推薦|文章|新闻|新聞)|(?:你|您)可能(?:也|还|還)?(?:会|會)?(?:喜欢|喜歡|感兴趣|感興趣)的?(?:商品|产品|產品|文章)?',
  '관련 ?(?:기사|상품|글|뉴스|콘텐츠|제품)|추천 ?(?:상품|기사|글)|많이 본 ?(?:기사|뉴스)|함께 ?(?:본|구매한|많이 본) ?(?:상품|기사)',
  '(?:مقالات|منتجات|مواضيع|أخبار) (?:ذات صلة|مشابهة|متعلقة)|ذات صلة|قد (?:يعجبك|يهمك)(?: أيض[اًا]{1,2})?|اقرأ (?:أيض[اًا]{1,2}|المزيد)|الأكثر (?:قراءة|مشاهدة)|(?:מוצרים|כתבות) (?:קשורים|דומים|קשורות)|אולי יעניין אותך|עוד בנושא|(?:สินค้า|บทความ|ข่าว)ที่เกี่ยวข้อง|(?:संबंधित|सम्बंधित) (?:लेख|खबरें|उत्पाद)|यह भी पढ़ें',
);

export const isRelatedHeading = (heading: string): boolean =>
  RELATED.test(heading.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}\p{M}]+$/gu, ''));

/** A link to the page before or after begins so. */
const BEFORE =
  /^[←‹«<◀\s]*(?:prev(?:ious)?|older|vorherige[rs]?|zurück|précédente?|anterior|precedente|vorige|poprzedni[ae]?|föregående|forrige|edellinen|předchozí|предыдущ|попередн|önceki|前へ|前の|上一|이전|السابق)/iu;
const AFTER =
  /^(?:next|newer|nächste[rs]?|weiter|suivante?|siguiente|próxim[ao]|seguinte|successiv[ao]|volgende|następn[ya]|nästa|næste|neste|seuraava|další|следующ|наступн|sonraki|次へ|次の|下一|다음|التالي)/iu;

/** Reads the first word of a link. */
export function neighbourOf(link: string): 'before' | 'after' | null {
  if (BEFORE.test(link)) return 'before';
  return AFTER.test(link) ? 'after' : null;
}
