/** What is used here of the platform's WebAssembly: the types of Node have none, and those of browsers bring a whole other world. */
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
    /** @param pages of 64 KB */
    grow(pages: number): number;
  }
}
