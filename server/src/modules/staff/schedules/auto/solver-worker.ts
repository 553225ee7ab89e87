import { parentPort, workerData } from 'node:worker_threads';
import createHighs from 'highs';
import * as z from 'zod/mini';

// Solves one program and answers its variables; the thread ends with it, so a hard one never holds the server.

const { text, seconds } = z.object({ text: z.string(), seconds: z.number() }).parse(workerData);
const column = z.looseObject({ Primal: z._default(z.number(), 0) });

const highs = await createHighs();
const found = highs.solve(text, { time_limit: seconds, mip_rel_gap: 0.01 });
const values = z.record(z.string(), column).parse(found.Columns);
// Where time is up before anything was found, columns have no values.
const hasValues = Object.values(found.Columns).every((one) => 'Primal' in one && Number.isFinite(one.Primal));
parentPort?.postMessage({
  status: found.Status,
  cost: Number.isFinite(found.ObjectiveValue) && hasValues ? found.ObjectiveValue : null,
  values: Object.fromEntries(Object.entries(values).map(([name, { Primal }]) => [name, Primal])),
});
