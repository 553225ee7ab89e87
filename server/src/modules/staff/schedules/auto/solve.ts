import type { scheduling } from '@kituo/sdk/contracts';
import { Worker } from 'node:worker_threads';
import * as z from 'zod/mini';
import type { BusinessDate } from '../../../platform/policy/index.ts';
import { mondayOf } from '../rules.ts';
import { keyOf, type Problem, type Program, programOf } from './model.ts';

/** How long the solver may look for a better schedule. */
const SECONDS = 8;
/** And for a better week of a schedule that it found. */
const WEEK_SECONDS = 4;
const WITHIN_MS = 30_000;

const answer = z.object({
  status: z.string(),
  /** Null: nothing was found. */
  cost: z.nullable(z.number()),
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

/**
 * The best schedule that is found in time, in threads of their own. What the solver does not finish in one piece is gone
 * through a week at a time, the other weeks as they are. Throws where no schedule is found.
 *
 * @param seconds For the one piece.
 */
export async function solve(problem: Problem, signal?: AbortSignal, seconds = SECONDS): Promise<Solution> {
  const { text: program, meanings } = programOf(problem);
  const found = answer.parse(await inThread(program, signal, seconds));
  const read = readOf(meanings, found);
  if (found.status === 'Optimal' && found.cost !== null) return { ...read, cost: found.cost, program };
  const byWeeks = await weekByWeek(problem, read.cells, signal);
  const both = [await checked(problem, read.cells, signal), await checked(problem, byWeeks, signal)];
  const [best] = both.flatMap((one) => one ?? []).toSorted((one, other) => one.cost - other.cost);
  if (best === undefined) throw new Error('no schedule was found in time');
  return { ...best, program };
}

async function weekByWeek(
  problem: Problem,
  first: Solution['cells'],
  signal: AbortSignal | undefined,
): Promise<Solution['cells']> {
  let cells = first;
  for (const monday of new Set(problem.days.map(mondayOf))) {
    const days = problem.days.filter((day) => mondayOf(day) === monday);
    const { text, meanings } = programOf(weekOf(problem, days, cells));
    const week = answer.parse(await inThread(text, signal, WEEK_SECONDS));
    // A week without an answer stays as it is.
    if (week.cost === null) continue;
    cells = [...cells.filter(({ workDate }) => !days.includes(workDate)), ...readOf(meanings, week).cells];
  }
  return cells;
}

/** What a schedule breaks and costs; null where it breaks what must not be broken. */
async function checked(
  problem: Problem,
  given: Solution['cells'],
  signal: AbortSignal | undefined,
): Promise<Omit<Solution, 'program'> | null> {
  const { text, meanings } = programOf(problem, new Set(given.map(keyOf)));
  const found = answer.parse(await inThread(text, signal));
  return found.status !== 'Optimal' || found.cost === null ? null : { ...readOf(meanings, found), cost: found.cost };
}

/** The problem of some days: what was found for the others stays. */
function weekOf(problem: Problem, days: readonly BusinessDate[], cells: Solution['cells']): Problem {
  const others = Map.groupBy(
    cells.filter(({ workDate }) => !days.includes(workDate)),
    ({ userNo }) => userNo,
  );
  const timesOf = new Map(problem.types.map(({ shiftType, timesOn }) => [shiftType, timesOn]));
  return {
    ...problem,
    days,
    people: problem.people.map((person) => ({
      ...person,
      drafts: person.drafts.filter(({ workDate }) => days.includes(workDate)),
      fixed: [
        ...person.fixed,
        ...(others.get(person.userNo) ?? []).flatMap(({ workDate, shiftType }) => {
          const times = timesOf.get(shiftType)?.(workDate);
          return times === undefined ? [] : [{ workDate, shiftType, ...times }];
        }),
      ],
    })),
  };
}

/** What the variables of a program say. */
function readOf(
  meanings: Program['meanings'],
  { values }: z.output<typeof answer>,
): Pick<Solution, 'cells' | 'broken'> {
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
  return { cells, broken };
}

/** The cost without whole numbers, below which no schedule can come; 0 where it is not found in time. */
export async function boundOf(program: string, signal?: AbortSignal): Promise<number> {
  const { status, cost } = answer.parse(await inThread(program.replace(/General\n[\s\S]*$/, 'End'), signal));
  return status === 'Optimal' && cost !== null ? cost : 0;
}

/** How far a cost may be from the best possible one, in percent. Pure. */
export function gapOf(cost: number, bound: number): number {
  const gap = cost <= 0 ? 0 : Math.max(0, ((cost - bound) / cost) * 100);
  return Math.round(gap * 10) / 10;
}

async function inThread(text: string, signal: AbortSignal | undefined, seconds = SECONDS): Promise<unknown> {
  const worker = new Worker(new URL('./solver-worker.ts', import.meta.url), {
    workerData: { text, seconds },
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
