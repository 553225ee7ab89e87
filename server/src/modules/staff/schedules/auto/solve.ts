import type { scheduling } from '@kituo/sdk/contracts';
import { Worker } from 'node:worker_threads';
import * as z from 'zod/mini';
import type { BusinessDate } from '../../../platform/policy/index.ts';
import { type Problem, programOf } from './model.ts';

/** How long the solver may look for a better schedule. */
const SECONDS = 8;
const WITHIN_MS = 30_000;

const answer = z.object({
  status: z.string(),
  cost: z.number(),
  bound: z.number(),
  values: z.record(z.string(), z.number()),
});

export interface Solution {
  readonly cells: readonly scheduling.PlannedCell[];
  readonly broken: readonly {
    readonly rule: scheduling.Shift['violations'][number];
    readonly date: BusinessDate | null;
    readonly userNo: string | null;
    readonly by: number;
  }[];
  readonly gapPercent: number;
}

/** The best schedule that is found in time, in a thread of its own. Throws where the solver fails. */
export async function solve(problem: Problem): Promise<Solution> {
  const { text, meanings } = programOf(problem);
  const { values, cost, bound } = answer.parse(await inThread(text));
  const cells: scheduling.PlannedCell[] = [];
  const broken: Solution['broken'][number][] = [];
  for (const [name, meaning] of meanings) {
    const value = Math.round(values[name] ?? 0);
    if (value <= 0) continue;
    if (meaning.kind === 'work') {
      cells.push({ userNo: meaning.userNo, workDate: meaning.day, shiftType: meaning.shiftType });
    } else broken.push({ rule: meaning.rule, date: meaning.day, userNo: meaning.userNo, by: value });
  }
  const gap = cost <= 0 ? 0 : Math.max(0, ((cost - bound) / cost) * 100);
  return { cells, broken, gapPercent: Math.round(gap * 10) / 10 };
}

async function inThread(text: string): Promise<unknown> {
  const worker = new Worker(new URL('./solver-worker.ts', import.meta.url), {
    workerData: { text, seconds: SECONDS },
    resourceLimits: { maxOldGenerationSizeMb: 512 },
    execArgv: [],
    env: {},
  });
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<unknown>((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
      timer = setTimeout(() => {
        reject(new Error('the solver gave no answer in time'));
      }, WITHIN_MS);
    });
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
