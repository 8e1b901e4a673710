/** A style sheet as text, minified by the bundler. */
declare module '*.css' {
  export const css: string;
}

/** File names of the parts that load on the first click, set by the bundler. */
declare const WIDGET_PARTS: { readonly panel: string; readonly languages: Readonly<Record<string, string>> };
