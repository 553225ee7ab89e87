// Documents as PDF, by a library.

export { pdfOf } from './pdf-of.ts';
