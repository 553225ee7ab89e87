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
  /** What missing those rules comes to, and the program that it is the cost of. */
  readonly cost: number;
  readonly program: string;
}

/** The best schedule that is found in time, in a thread of its own. Throws where the solver fails. */
export async function solve(problem: Problem, signal?: AbortSignal): Promise<Solution> {
  const { text: program, meanings } = programOf(problem);
  const { values, cost } = answer.parse(await inThread(program, signal));
  const cells: scheduling.PlannedCell[] = [];
  const broken: Solution['broken'][number][] = [];
  for (const [name, meaning] of meanings) {
    const value = Math.round(values[name] ?? 0);
    if (value <= 0) continue;
    if (meaning.kind === 'work') {
      cells.push({ userNo: meaning.userNo, workDate: meaning.day, shiftType: meaning.shiftType });
    } else if (meaning.kind === 'short') {
      broken.push({ rule: meaning.rule, date: meaning.day, userNo: meaning.userNo, by: value });
    }
  }
  return { cells, broken, cost, program };
}

/** The cost without whole numbers, below which no schedule can come; 0 where it is not found in time. */
export async function boundOf(program: string, signal?: AbortSignal): Promise<number> {
  const { status, cost } = answer.parse(await inThread(program.replace(/General\n[\s\S]*$/, 'End'), signal));
  return status === 'Optimal' ? cost : 0;
}

/** How far a cost may be from the best possible one, in percent. Pure. */
export function gapOf(cost: number, bound: number): number {
  const gap = cost <= 0 ? 0 : Math.max(0, ((cost - bound) / cost) * 100);
  return Math.round(gap * 10) / 10;
}

async function inThread(text: string, signal: AbortSignal | undefined): Promise<unknown> {
  const worker = new Worker(new URL('./solver-worker.ts', import.meta.url), {
    workerData: { text, seconds: SECONDS },
    resourceLimits: { maxOldGenerationSizeMb: 512 },
    execArgv: [],
    env: {},
  });
  const ended = AbortSignal.any([AbortSignal.timeout(WITHIN_MS), ...(signal ? [signal] : [])]);
  try {
    ended.throwIfAborted();
    return await new Promise<unknown>((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
      ended.addEventListener('abort', () => {
        reject(new Error('the solver was stopped or gave no answer in time'));
      });
    });
  } finally {
    await worker.terminate();
  }
}
