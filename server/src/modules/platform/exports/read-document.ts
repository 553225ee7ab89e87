import { inBoundedThread } from '../../../bounded-thread.ts';
import type { DocumentAnswer } from './document-worker.ts';

/** What a document may come to once unpacked. */
const BYTES = 33_554_432;

/** The paragraphs of a .docx document, read in a bounded thread. */
export async function readDocument(content: Buffer): Promise<DocumentAnswer> {
  const script = new URL('./document-worker.ts', import.meta.url);
  return await inBoundedThread<DocumentAnswer>(script, { content: new Uint8Array(content), bytes: BYTES });
}
