export interface BrowserFile {
  /** Path below the root: `widget.js`, `widget/<name>-<hash>.js`, `console/index.html`, `console/assets/<name>-<hash>.css`. */
  readonly path: string;
  /** The name contains the content hash. */
  readonly isImmutable: boolean;
  readonly content: Uint8Array;
}

/** Files of one bundle: the widget's or the console's. */
export interface BrowserFiles {
  /** Builds the files on first use. @throws Error when the build fails */
  all(): Promise<readonly BrowserFile[]>;
}
