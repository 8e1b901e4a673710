import { linesOf } from './drawing-text.ts';
import { descendantsNamed, type XmlElement } from './xml-tree.ts';

/** Texts of the nodes of SmartArt, in order. */
export function diagramTexts(model: XmlElement | null): readonly string[] {
  if (model === null) return [];
  const points = [...descendantsNamed(model, 'pt')].filter(({ attributes }) => (attributes.type ?? 'node') === 'node');
  return points.map((point) => linesOf(point).join(' ')).filter((text) => text !== '');
}
