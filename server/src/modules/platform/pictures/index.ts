// PNG pictures: read, drawn, watermarked.

export { blend, writeText } from './letters.ts';
export { readPng, writePng } from './png.ts';
export type { Picture } from './png.ts';
export { watermarked } from './watermark.ts';
