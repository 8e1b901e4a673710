/** Values of structured data, which may have any shape. */

export type Item = { readonly [name: string]: unknown };

export const listOf = (value: unknown): readonly Item[] =>
  [value].flat().filter((one): one is Item => typeof one === 'object' && one !== null);
export const textOf = (item: Item, name: string): string => asText(item[name]);
export const nameOf = (value: unknown): string =>
  typeof value === 'string' ? asText(value) : (listOf(value).map((one) => textOf(one, 'name'))[0] ?? '');

export const asText = (value: unknown): string => {
  if (typeof value === 'string') return value.trim().slice(0, 200_000);
  return typeof value === 'number' ? String(value) : '';
};
