/** What we use of it. */
declare module 'pdfkit' {
  import type { Readable } from 'node:stream';

  interface TextOptions {
    readonly width?: number;
    readonly align?: 'left' | 'right';
    readonly lineBreak?: boolean;
    readonly continued?: boolean;
  }

  export default class PDFDocument extends Readable {
    constructor(options: {
      readonly size: 'A4';
      readonly margin: number;
      readonly compress?: boolean;
      readonly info: { readonly Title: string; readonly CreationDate: Date };
    });
    readonly page: { readonly width: number; readonly height: number };
    readonly y: number;
    font(name: 'Helvetica' | 'Helvetica-Bold'): this;
    fontSize(size: number): this;
    text(text: string, options?: TextOptions): this;
    text(text: string, x: number, y: number, options?: TextOptions): this;
    moveDown(lines?: number): this;
    addPage(): this;
    heightOfString(text: string, options?: TextOptions): number;
    end(): void;
  }
}
