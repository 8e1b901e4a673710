import { strToU8, zipSync } from 'fflate';
import { compoundFileOf } from './compound-file.ts';

/** A PDF of the given pages of lines, built by hand: enough for a reader, nothing more. */
export function pdfOf(
  pages: readonly (readonly string[])[],
  more: { title?: string; producer?: string; encrypted?: boolean } = {},
): Uint8Array {
  const objects: string[] = [];
  const add = (content: string) => objects.push(content);
  const kids = pages.map((_, index) => `${4 + index * 2} 0 R`).join(' ');
  add('<< /Type /Catalog /Pages 2 0 R /Lang (en-GB) >>');
  add(`<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`);
  add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>');
  for (const [index, lines] of pages.entries()) {
    const shown = lines.map((line) => `(${line.replace(/[\\()]/g, '\\$&')}) Tj T*`).join('\n');
    const stream = `BT /F1 12 Tf 14 TL 72 760 Td\n${shown}\nET`;
    add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + index * 2} 0 R >>`,
    );
    add(`<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`);
  }
  const info = objects.length + 1;
  add(`<< /Title (${more.title ?? ''}) /Producer (${more.producer ?? ''}) >>`);
  const encrypt = objects.length + 1;
  const secret = '<0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef>';
  if (more.encrypted === true) add(`<< /Filter /Standard /V 1 /R 2 /O ${secret} /U ${secret} /P -44 >>`);
  const id = more.encrypted === true ? `/Encrypt ${encrypt} 0 R /ID [<00> <00>]` : '';
  return pdfOfObjects(objects, `/Info ${info} 0 R ${id}`);
}

/** A PDF of these objects, numbered from 1, whose first is its catalogue. */
export function pdfOfObjects(objects: readonly string[], trailer = ''): Uint8Array {
  let body = '%PDF-1.4\n';
  const offsets = objects.map((content, index) => {
    const offset = body.length;
    body += `${index + 1} 0 obj\n${content}\nendobj\n`;
    return offset;
  });
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  const end = `trailer\n<< /Size ${size} /Root 1 0 R ${trailer} >>\nstartxref\n${body.length}\n%%EOF`;
  return Buffer.from(`${body}xref\n0 ${size}\n0000000000 65535 f \n${rows}${end}`, 'latin1');
}

const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';

/** A paragraph of Word's XML, in the style of that name. */
export const wordParagraph = (text: string, style = ''): string =>
  `<w:p>${style === '' ? '' : `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`}<w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;

export const wordTable = (rows: readonly (readonly string[])[]): string =>
  `<w:tbl>${rows.map((cells) => `<w:tr>${cells.map((cell) => `<w:tc>${wordParagraph(cell)}</w:tc>`).join('')}</w:tr>`).join('')}</w:tbl>`;

/**
 * A Word document around a body of Word's XML.
 * @param more further parts by name, such as `word/header1.xml`, or others in place of those here
 */
export function docxOf(
  body: string,
  title = '',
  numbering = '',
  more: Readonly<Record<string, string>> = {},
): Uint8Array {
  const type = 'application/vnd.openxmlformats-officedocument.wordprocessingml';
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const heading = (level: number) =>
    `<w:style w:type="paragraph" w:styleId="Heading${level}"><w:name w:val="heading ${level}"/></w:style>`;
  const numbered = numbering === '' ? '' : `<Relationship Id="r2" Type="${office}/numbering" Target="numbering.xml"/>`;
  return zipSync({
    ...(numbering === ''
      ? {}
      : {
          'word/numbering.xml': strToU8(
            `<?xml version="1.0"?><w:numbering xmlns:w="${WORD}">${numbering}</w:numbering>`,
          ),
        }),
    '[Content_Types].xml': strToU8(
      `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="${type}.document.main+xml"/><Override PartName="/word/styles.xml" ContentType="${type}.styles+xml"/><Override PartName="/word/numbering.xml" ContentType="${type}.numbering+xml"/></Types>`,
    ),
    '_rels/.rels': strToU8(
      `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${office}/officeDocument" Target="word/document.xml"/></Relationships>`,
    ),
    'word/_rels/document.xml.rels': strToU8(
      `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${office}/styles" Target="styles.xml"/>${numbered}</Relationships>`,
    ),
    'word/styles.xml': strToU8(
      `<?xml version="1.0"?><w:styles xmlns:w="${WORD}">${heading(1)}${heading(2)}</w:styles>`,
    ),
    'word/document.xml': strToU8(
      `<?xml version="1.0"?><w:document xmlns:w="${WORD}"><w:body>${body}</w:body></w:document>`,
    ),
    'docProps/core.xml': strToU8(
      `<?xml version="1.0"?><cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${title}</dc:title></cp:coreProperties>`,
    ),
    ...Object.fromEntries(Object.entries(more).map(([name, text]) => [name, strToU8(text)])),
  });
}

/** Word stores a document with a password in a container of its older kind. */
export function encryptedDocx(): Uint8Array {
  return compoundFileOf({ EncryptionInfo: Buffer.alloc(64), EncryptedPackage: Buffer.alloc(8_192, 'x') });
}
