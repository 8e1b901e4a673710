/** Choices that visitors make before they buy or book, with the prices: options of a product, kinds of a stay. */
import type { CheerioAPI } from 'cheerio';
import { select } from '../dom/select.ts';
import { tellOptions } from './options.ts';
import { tellVariations } from './product-variations.ts';
import { tellVariantField } from './variant-fields.ts';

const MAX_CHOICES = 100;

/** Writes the choices as text where they stand. Call it before forms are read. */
export function tellChoices($: CheerioAPI): void {
  for (const element of select($, '[data-product_variations], fieldset, select', MAX_CHOICES)) {
    if (element.name === 'select') tellOptions(element);
    else if (element.name === 'fieldset') tellVariantField(element);
    else tellVariations(element);
  }
}
