/** Node's types lack the WebAssembly API, and those of browsers bring all of the DOM. */
declare namespace WebAssembly {
  class Module {
    constructor(bytes: Uint8Array);
  }
  class Instance {
    constructor(module: Module);
    readonly exports: Readonly<Record<string, unknown>>;
  }
  class Memory {
    readonly buffer: ArrayBuffer;
    /** @param pages of 64 KB each */
    grow(pages: number): number;
  }
}
