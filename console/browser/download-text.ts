/** Offers a text as a file. @param mediaType as `text/csv` */
export function downloadText(name: string, text: string, mediaType: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: `${mediaType};charset=utf-8` }));
  link.download = name;
  link.click();
  // The download reads the address later than the click returns.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** Letters, digits and hyphens. @param otherwise for a name without any */
export const fileNameOf = (name: string, otherwise: string): string =>
  name
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40)
    .toLowerCase() || otherwise;
