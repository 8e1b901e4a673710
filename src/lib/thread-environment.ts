/**
 * Environment of threads that hold keys or parse untrusted bytes. They see no variable but the one by which Node finds its compile
 * cache: without it, each thread compiles all of its modules again.
 */
export function isolatedThreadEnvironment(): { readonly NODE_COMPILE_CACHE?: string } {
  // biome-ignore lint/style/noProcessEnv: passed to Node, not read as configuration
  const { NODE_COMPILE_CACHE } = process.env;
  return NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE };
}
