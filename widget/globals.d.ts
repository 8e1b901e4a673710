/** A style sheet as text, minified by the bundler. */
declare module '*.css' {
  export const css: string;
}

/** Ends of the names of the files that load on the first click, without `.js`; set by the bundler. */
declare const WIDGET_PARTS: { readonly panel: string; readonly strings: string };
