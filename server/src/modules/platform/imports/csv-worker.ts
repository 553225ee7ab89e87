import { parentPort, workerData } from 'node:worker_threads';
import * as z from 'zod/mini';
import { csvRows, filledRows } from './csv-rows.ts';

const given = z.object({
  text: z.string(),
  bounds: z.object({ rows: z.number(), columns: z.number(), cells: z.number() }),
  /** With it, filled rows alone, and no more than so many. */
  most: z.nullable(z.number()),
});

if (parentPort !== null) {
  const { text, bounds, most } = given.parse(workerData);
  const answer = csvRows(text, bounds);
  const isCut = most !== null && 'rows' in answer;
  parentPort.postMessage(isCut ? { rows: filledRows(answer.rows).slice(0, most) } : answer);
}
