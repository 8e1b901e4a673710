/** Clients of the API show answers with any of these, also without removing what is dangerous. */
import { Parser as CommonmarkParser, HtmlRenderer } from 'commonmark';
import MarkdownIt from 'markdown-it';
import { Marked } from 'marked';
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import showdown from 'showdown';

const commonmark = new CommonmarkParser({ smart: true });
const commonmarkHtml = new HtmlRenderer();
const linkifying = new MarkdownIt({ html: true, linkify: true, typographer: true });
const marked = new Marked({ gfm: true, breaks: true });
const flavoured = new showdown.Converter({ simplifiedAutoLink: true, strikethrough: true, tables: true });
const literal = new showdown.Converter({ simplifiedAutoLink: true, literalMidWordUnderscores: true });
literal.setFlavor('github');
literal.setOption('ghMentions', false);

/** By name; each takes HTML and dangerous addresses as they are. */
export const renderers: Readonly<Record<string, (text: string) => string>> = {
  commonmark: (text) => commonmarkHtml.render(commonmark.parse(text)),
  'markdown-it': (text) => linkifying.render(text),
  marked: (text) => String(marked.parse(text)),
  micromark: (text) =>
    micromark(text, {
      allowDangerousHtml: true,
      allowDangerousProtocol: true,
      extensions: [gfm()],
      htmlExtensions: [gfmHtml()],
    }),
  showdown: (text) => flavoured.makeHtml(text),
  'showdown as on GitHub': (text) => literal.makeHtml(text),
};
