// Documents as PDF, by a library.

export { pdfOf, type PdfDocument, type PdfTable } from './pdf-of.ts';
