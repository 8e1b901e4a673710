/** Words of class names and ids that mark boilerplate. Only whole words match: `share` is not in `shareholders`. */

const matcher = (...alternatives: readonly string[]) => new RegExp(`(?:^|-)(?:${alternatives.join('|')})(?:$|-)`);

/** Comments are boilerplate however much text they hold, as long as the rest is a page. */
const COMMENTS = matcher(
  'comments|disqus|comment-?(?:list|form|section|box|area|thread|reply|respond|block|wrapper|container|page)',
  'comentarios|commentaires|kommentare|commenti|reacties',
);

const BOILERPLATE = matcher(
  'cookies?|cookie-?(?:banner|notice|consent|bar|law)|consent|gdpr|onetrust|cookiebot|cc-window|cmp-?(?:banner|container|overlay|modal|wrapper)',
  'navbar|nav-?(?:header|footer)|navigation|navbox|usa-banner|phase-?banner|breadcrumbs?|breadcrumbs?-?container|crumbs|skip-?(?:link|to-content)?|jump-link|toc-toggle|pagination|pager|prev-next(?:-area)?',
  'sidebar|side-bar|rail|announcement-bar',
  'share|sharing|social|socials|addthis|sharedaddy|sns|(?:story|article|page)-tools',
  'related\\w*|relacionad[ao]s|recommended-(?:for-you|posts|products|articles|stories|items|content|reading|links|videos)|recommendations',
  'you-may-also-like|more-(?:stories|from|news|articles|posts)|read-next|most-(?:read|popular|viewed|commented)|trending|popular-posts',
  'recent(?:ly)?-(?:articles|posts|comments|viewed|stories)|latest-(?:news|posts|stories)|recirc\\w*|outbrain|taboola|lire-aussi',
  'newsletter|subscribe|subscription-?(?:widget|form|box|banner)|embed-signup|signup-?(?:form|card|box)|klaviyo-form|promo|advert|advertisement|ads?|ad-?(?:slot|unit|container|wrapper)|sponsor(?:ed)?|banner-?ad|dfp',
  'popup|modal|tooltip|toast|lightbox-?(?:content|overlay|container|wrapper|inner|backdrop)|lightbox',
  '(?:popup|modal|search|menu|nav|mobile|cookie|consent|newsletter|page|site|body|loading|promo|age|video|off-?canvas)-overlay',
  'respond|byline-share|comment-add|print-?footer|screen-reader(?:-text)?|sr-only|visually-?hidden',
  'author-(?:bio|box|card|container)|about-(?:the-)?author|(?:post|entry|article|story)-(?:tags|footer|votes)|cat-?links|tags?-?(?:list|links|cloud)',
  'scroll-to-(?:top|bottom)|back-to-top|preloader|page-loader|loading-(?:screen|overlay)',
  '(?:article|page|doc|content)-(?:votes?|feedback)|(?:article|page|doc)-ratings?|votes?-(?:wrapper|success|fail)|reaction-(?:picker|prompt)|was-this-helpful|helpfulness',
  'masthead|site-?(?:header|footer)|jtpl-footer|contentfooter|page-footer|global-?(?:header|footer|nav)|topbar|colophon|copyright',
);

/** Restaurants name their dishes so, too: boilerplate only where there is something to press. */
const MENU = matcher('nav|menu|toc|table-of-contents');

/** Names of the elements `header` and `footer`: boilerplate outside the content. Sections have such parts, too. */
const EDGE = /^(?:header|footer|foot|kopf|kopfzeile|fuss|fusszeile)$/;

/** Names that describe the layout around a boilerplate element: `has-ads`, `section--has-ads`, `no-share`, `fixed-sidebar-layout`. */
const DESCRIBING =
  /(?:^|--)(?:no|not|has|have|with|without|is|hide|show|enabled?|disabled?|supports?)-|-(?:layout|text|grid|template|theme|page|enabled|disabled|visible|active|open)$/;
/** Names of what opens a window, and of the pictures that it shows. */
const OPENS_WINDOW =
  /(?:^|-)(?:popup|modal|lightbox|tooltip)-(?:gallery|images?|links?|triggers?|targets?|openers?|toggles?|buttons?)$/;
/** Remarks of a field, such as "Closed" in opening hours. */
const FIELD_COMMENTS = /-(?:item|field|row|slot)-comments?$/;
const BARE = /^(?:cmp|comment)$/;
/** Beside these, Scaladoc calls what the source says about itself a comment. */
const OF_SCALADOC = /(?:^|\s)(?:cmt|fullcommenttop)(?:$|\s)/;
/** Matches though it looks like a description. */
const SCREEN_READER_TEXT = 'screen-reader-text';

export type BoilerplateKind = 'comments' | 'boilerplate' | 'menu' | 'edge';

export function boilerplateKind(names: string): BoilerplateKind | null {
  const sought = names.slice(0, 1_000);
  const isSource = OF_SCALADOC.test(sought);
  for (const name of sought.split(/\s+/)) {
    if (isSource && BARE.test(name)) continue;
    const kind = kindOfName(words(name));
    if (kind !== null) return kind;
  }
  return null;
}

/** `related-stories` for `relatedStories` and `related_stories`. */
const words = (name: string) =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1-$2')
    .replaceAll('_', '-')
    .toLowerCase();

function kindOfName(name: string): BoilerplateKind | null {
  if (name === '') return null;
  if (BARE.test(name) || name === SCREEN_READER_TEXT) return 'boilerplate';
  if (DESCRIBING.test(name) || FIELD_COMMENTS.test(name) || OPENS_WINDOW.test(name)) return null;
  if (COMMENTS.test(name)) return 'comments';
  if (BOILERPLATE.test(name)) return 'boilerplate';
  if (MENU.test(name)) return 'menu';
  return EDGE.test(name) ? 'edge' : null;
}
