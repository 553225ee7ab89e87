import { parentPort, workerData } from 'node:worker_threads';
import { Parser } from 'saxen';
import * as z from 'zod/mini';
import { unzipped, WorkbookTooLarge } from './addressed.ts';

/** What the thread answers: the paragraphs of a document, or why there are none. */
export type DocumentAnswer = { readonly paragraphs: string[] } | { readonly fault: 'TOO_LARGE' | 'UNREADABLE' };

const BODY = 'word/document.xml';
/** Of elements within elements. */
const MAX_DEPTH = 256;
const ENTITY = /&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-f]{1,6});)/i;
const localOf = (name: string): string => name.slice(name.indexOf(':') + 1);

/** The text of a document’s body, a paragraph after the other; cells of a table are paragraphs as well. */
function paragraphsIn(source: string): string[] {
  const paragraphs: string[] = [];
  const within: string[] = [];
  let paragraph: string | null = null;
  const refuse = (why: string): never => {
    throw new Error(why);
  };
  const parser = new Parser();
  parser.on('openTag', (qualified) => {
    const name = localOf(qualified);
    if (within.length >= MAX_DEPTH) refuse('elements too deep');
    within.push(name);
    if (name === 'p') paragraph = '';
    else if (paragraph !== null && name === 'tab') paragraph += '\t';
    else if (paragraph !== null && (name === 'br' || name === 'cr')) paragraph += '\n';
  });
  parser.on('text', (text, decode) => {
    if (ENTITY.test(text)) refuse('an entity that is not of XML itself');
    // What was deleted while changes were tracked is no text of it: that stands in `delText`.
    if (paragraph !== null && within.at(-1) === 't') paragraph += decode(text);
  });
  parser.on('closeTag', () => {
    if (within.pop() !== 'p' || paragraph === null) return;
    paragraphs.push(paragraph.trimEnd());
    paragraph = null;
  });
  parser.on('attention', () => refuse('a document type'));
  parser.on('error', ({ message }) => refuse(message));
  parser.on('warn', ({ message }) => refuse(message));
  parser.parse(source.replace(/^\uFEFF/, ''));
  return paragraphs;
}

async function read(content: Uint8Array, bytes: number): Promise<DocumentAnswer> {
  try {
    for await (const entry of unzipped(Buffer.from(content), bytes)) {
      if (entry.name === BODY) return { paragraphs: paragraphsIn(entry.content.toString()) };
    }
    return { fault: 'UNREADABLE' };
  } catch (error) {
    return { fault: error instanceof WorkbookTooLarge ? 'TOO_LARGE' : 'UNREADABLE' };
  }
}

const given = z.object({ content: z.instanceof(Uint8Array), bytes: z.number() });

if (parentPort !== null) {
  const { content, bytes } = given.parse(workerData);
  parentPort.postMessage(await read(content, bytes));
}
