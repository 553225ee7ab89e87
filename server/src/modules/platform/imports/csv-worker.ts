import { parentPort, workerData } from 'node:worker_threads';
import * as z from 'zod/mini';
import { csvRows, filledRows, partsOf } from './csv-rows.ts';

const given = z.object({
  text: z.string(),
  bounds: z.object({ rows: z.number(), columns: z.number(), cells: z.number() }),
  /** With it, filled rows alone, and no more than so many. */
  most: z.nullable(z.number()),
  /** With it, the rows come as parts of so many. */
  partRows: z.optional(z.number()),
});

if (parentPort !== null) {
  const { text, bounds, most, partRows } = given.parse(workerData);
  const answer = csvRows(text, bounds);
  const isCut = most !== null && 'rows' in answer;
  const rows = isCut ? filledRows(answer.rows).slice(0, most) : 'rows' in answer ? answer.rows : [];
  if (partRows === undefined || !isCut) {
    parentPort.postMessage(isCut ? { rows } : answer);
  } else {
    const parts = partsOf(rows, partRows);
    parentPort.postMessage(
      { parts, count: rows.length },
      parts.flatMap(({ buffer }) => (buffer instanceof ArrayBuffer ? [buffer] : [])),
    );
  }
}
