export interface WidgetFile {
  /** Path below the root: `widget.js`, or `widget/<name>-<hash>.js`. */
  readonly path: string;
  /** The name contains the content hash. */
  readonly isImmutable: boolean;
  readonly content: Uint8Array;
}

export interface WidgetFiles {
  /** Builds the files on first use. @throws Error when the build fails */
  all(): Promise<readonly WidgetFile[]>;
}
