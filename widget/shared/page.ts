/**
 * The properties of the document, past DOM clobbering: a form, image or frame of the page that is named `body` takes the place of
 * `document.body`. The document itself, as a node, is `document`.
 */
export const page = new Proxy({} as Document, {
  get: (_, name) => {
    const value: unknown = Reflect.get(Document.prototype, name, document);
    return typeof value === 'function' ? value.bind(document) : value;
  },
});
