/** Lines never hold personal data or content. */
export interface Logger {
  debug(details: object, message: string): void;
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
}

export const NO_LOGGER: Logger = { debug: () => undefined, info: () => undefined, warn: () => undefined };
