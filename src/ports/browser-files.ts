export interface BrowserFile {
  /** Path below the root: `widget.js`, `widget/<name>-<hash>.js`, `console/index.html`, `console/assets/<name>-<hash>.css`. */
  readonly path: string;
  /** The name contains the content hash. */
  readonly isImmutable: boolean;
  readonly content: Uint8Array;
}

/** The files of one bundle for browsers: of the widget, or of the console. */
export interface BrowserFiles {
  /** Builds the files on first use. @throws Error when the build fails */
  all(): Promise<readonly BrowserFile[]>;
}
