/** A class or id in kebab case: `faqItem__questionText` is `faq-item-question-text`. */
export const kebabCase = (name: string): string =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1-$2')
    .replace(/[_-]+/g, '-')
    .toLowerCase();
