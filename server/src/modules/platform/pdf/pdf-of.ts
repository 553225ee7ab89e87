import type PDFDocument from 'pdfkit';

/** Columns of even width but for the first, which takes the rest; figures stand to the right. */
interface PdfTable {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Which columns hold figures. */
  readonly figures: readonly number[];
}

interface PdfDocument {
  readonly title: string;
  /** The date of the file: the same content makes the same bytes. */
  readonly madeAt: Date;
  /** Below the title, a line each: what it is and what it says. */
  readonly facts?: readonly (readonly [name: string, value: string])[];
  readonly paragraphs?: readonly string[];
  /** Which paragraphs head those below them, and what they are called; none where absent. */
  readonly headingOf?: (paragraph: string) => string | null;
  readonly table?: PdfTable;
}

const MARGIN = 50;
const CELL = 86;
const GAP = 8;
/** The standard fonts know the letters of English and Kiswahili alone. */
const shown = (text: string): string =>
  text.replaceAll('\u202f', ' ').replace(/[^\u0020-\u00ff\u2013\u2014\u2018\u2019\u201c\u201d\u2022\u20ac]/g, '?');

/** A document of A4 pages in the standard fonts. The library is loaded by the first one. */
export async function pdfOf(document: PdfDocument): Promise<Buffer> {
  const { title, madeAt, facts = [], paragraphs = [], headingOf = () => null, table } = document;
  const { default: Document } = await import('pdfkit');
  const page = new Document({ size: 'A4', margin: MARGIN, info: { Title: title, CreationDate: madeAt } });
  const chunks: Buffer[] = [];
  const ended = new Promise<void>((resolve, reject) => {
    page.on('data', (chunk: Buffer) => chunks.push(chunk));
    page.on('end', resolve);
    page.on('error', reject);
  });
  page.font('Helvetica-Bold').fontSize(16).text(shown(title)).moveDown(0.5);
  for (const [name, value] of facts) {
    page
      .font('Helvetica-Bold')
      .fontSize(9)
      .text(`${shown(name)}: `, { continued: true });
    page.font('Helvetica').text(shown(value));
  }
  if (facts.length > 0) page.moveDown();
  page.font('Helvetica').fontSize(10);
  for (const paragraph of paragraphs) {
    const heading = headingOf(paragraph.trim());
    if (paragraph.trim() === '') page.moveDown();
    else if (heading === null) page.text(shown(paragraph)).moveDown(0.3);
    else {
      page.moveDown(0.5).font('Helvetica-Bold').fontSize(11).text(shown(heading)).moveDown(0.3);
      page.font('Helvetica').fontSize(10);
    }
  }
  if (table) drawTable(page, table);
  page.end();
  await ended;
  return Buffer.concat(chunks);
}

function drawTable(page: PDFDocument, { head, rows, figures }: PdfTable): void {
  const whole = page.page.width - 2 * MARGIN;
  const others = head.length - 1;
  const widths = head.map((_name, index) => (index === 0 ? whole - others * CELL : CELL) - GAP);
  const lefts = head.map((_name, index) => MARGIN + (index === 0 ? 0 : whole - (head.length - index) * CELL));
  const row = (cells: readonly string[], font: 'Helvetica' | 'Helvetica-Bold'): void => {
    page.font(font).fontSize(8);
    const height = Math.max(
      ...cells.map((cell, index) => page.heightOfString(shown(cell), { width: widths[index] ?? CELL })),
    );
    if (page.y + height > page.page.height - MARGIN) page.addPage();
    const top = page.y;
    for (const [index, cell] of cells.entries()) {
      page.text(shown(cell), lefts[index] ?? MARGIN, top, {
        width: widths[index] ?? CELL,
        align: figures.includes(index) ? 'right' : 'left',
      });
    }
    page.text('', MARGIN, top + height + 3);
  };
  row(head, 'Helvetica-Bold');
  for (const cells of rows) row(cells, 'Helvetica');
}
