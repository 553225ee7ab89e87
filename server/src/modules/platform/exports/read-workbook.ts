import { inBoundedThread } from '../../../bounded-thread.ts';
import type { WorkbookBounds } from './addressed.ts';
import type { WorkbookAnswer } from './workbook-worker.ts';

/** The texts of a workbook's first sheet, read in a bounded thread. */
export async function readWorkbook(content: Buffer, bounds: WorkbookBounds): Promise<WorkbookAnswer> {
  const script = new URL('./workbook-worker.ts', import.meta.url);
  return await inBoundedThread<WorkbookAnswer>(script, { content: new Uint8Array(content), bounds });
}
