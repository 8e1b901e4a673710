/** Begins with a capital letter. */
export const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** `sourceUrl` and `SourceUrl` as `Source url`. */
export const spaced = (name: string): string => sentence(name.replace(/(?!^)[A-Z]/g, ' $&').toLowerCase());

export const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

export const count = (number: number, one: string, many: string): string =>
  `${number.toLocaleString()} ${number === 1 ? one : many}`;

/** Who writes, to somebody who reads it later. */
export const ROLES = { user: 'Visitor', assistant: 'Chatbot', agent: 'Agent' } as const;
