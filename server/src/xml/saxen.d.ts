/** As far as we use it: https://github.com/nikku/saxen. */
declare module 'saxen' {
  export class Parser {
    on(event: 'openTag', handler: (name: string, attributes: () => Readonly<Record<string, string>>) => void): this;
    /** Of an empty element as well. */
    on(event: 'closeTag', handler: (name: string) => void): this;
    on(event: 'text', handler: (text: string, decode: (text: string) => string) => void): this;
    on(event: 'cdata', handler: (text: string) => void): this;
    /** `<!DOCTYPE …>` and its kind. */
    on(event: 'attention', handler: (text: string) => void): this;
    on(event: 'error' | 'warn', handler: (error: Error) => void): this;
    parse(source: string): this;
  }
}
