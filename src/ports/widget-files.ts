/** The built scripts of the widget. */

export interface WidgetFile {
  /** Path below the server's root: `widget.js`, or `widget/<name>-<hash>.js`. */
  readonly path: string;
  /** True when the name contains the content hash. */
  readonly isImmutable: boolean;
  readonly content: Uint8Array;
}

export interface WidgetFiles {
  /** Returns all files, `widget.js` included; builds them on first use. @throws Error when the build fails */
  all(): Promise<readonly WidgetFile[]>;
}
