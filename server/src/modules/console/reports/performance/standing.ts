import { performanceTarget as contract } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { addDays, startOfBusinessDate } from '../../../platform/policy/index.ts';
import type { Queryable } from '../../../../db/database.ts';
import { AppError } from '../../../../http/app-error.ts';
import type { Asked } from '../engine/asked.ts';
import type { Answer, Figures } from '../engine/figures.ts';
import { percent } from '../engine/source.ts';
import { STAFF_TYPE } from './sources.ts';
import { couldAdd, partsOf, scaled, scoreOf, targetAt } from './targets.ts';

/** What is said of a person beside their figures. */
interface About {
  readonly userNo: string;
  readonly jobNumber: string;
  readonly deptName: string;
  readonly staffType: string;
  readonly employeeCategory: string;
}

export async function aboutPeople(db: Queryable, userNos: readonly string[]): Promise<ReadonlyMap<string, About>> {
  const { rows } = await sql<About>`
    select u.user_no, coalesce(u.job_number, '') as job_number, coalesce(d.dept_name, '') as dept_name,
      coalesce(${sql.raw(STAFF_TYPE)}, '') as staff_type, coalesce(u.employee_category, '') as employee_category
    from app_user u left join department d on d.dept_no = u.dept_no
    where u.user_no = any(${[...userNos]}::text[])`.execute(db);
  return new Map(rows.map((row) => [row.userNo, row]));
}

/** A score with its discipline points taken off; it may fall below 0. */
const lessPoints = (score: number, figures: Figures): number =>
  Math.round((score - (figures['disciplinePoints'] ?? 0)) * 10) / 10;

/** The targets that apply at a period's end. */
async function targetFor(db: Queryable, asked: Asked, person: About | undefined) {
  const end = new Date(startOfBusinessDate(addDays(asked.period.to, 1)).getTime() - 1);
  const at = end < asked.asOf ? end : asked.asOf;
  const type = contract.staffType.safeParse(person?.staffType).data;
  const target = person && type && (await targetAt(db, type, person.employeeCategory, at));
  return target && type ? { type, target } : null;
}

const tenth = (value: number): number => Math.round(value * 10) / 10;

/** A person's score line by line. @throws AppError NOT_FOUND without targets, or where nothing was measured */
export async function scoreLines(db: Queryable, userNo: string, asked: Asked, figures: Figures) {
  const about = await aboutPeople(db, [userNo]);
  const known = await targetFor(db, asked, about.get(userNo));
  const parts = known === null ? [] : partsOf(known.type, known.target, figures, asked.period);
  if (known === null || parts.length === 0) throw new AppError('NOT_FOUND');
  const total = scoreOf(known.type, known.target, figures, asked.period) ?? 0;
  const most = parts.toSorted((one, other) => couldAdd(other) - couldAdd(one))[0];
  return {
    lines: parts.map((one) => ({
      measure: one.measure,
      value: one.value,
      target: tenth(one.target),
      weightPct: tenth(one.weight * 100),
      points: tenth(100 * one.weight * one.part),
      couldAdd: tenth(couldAdd(one)),
    })),
    disciplinePoints: figures['disciplinePoints'] ?? 0,
    score: lessPoints(total, figures),
    raisesMost: most === undefined || couldAdd(most) === 0 ? null : most.measure,
  };
}

/**
 * Scores people by the targets that held at the period's end, and ranks within type and category whoever scored; equal
 * scores share a rank. `peers` are all whom the rank is among.
 */
export async function withStanding(db: Queryable, asked: Asked, answer: Answer, peers: Answer): Promise<Answer> {
  if (asked.dimension !== 'PERSON') return answer;
  const about = await aboutPeople(db, [...peers.rows.keys()]);
  const scores = new Map<string, number>();
  const reached = new Set<string>();
  const shares = new Map<string, number | null>();
  for (const [userNo, figures] of peers.rows) {
    const known = await targetFor(db, asked, about.get(userNo));
    if (known === null) continue;
    const { type, target } = known;
    const score = scoreOf(type, target, figures, asked.period);
    if (score !== null) scores.set(userNo, lessPoints(score, figures));
    if (score !== null && score > 0) reached.add(userNo);
    const aim = scaled(target, 'collectedCents', asked.period);
    shares.set(userNo, type === 'COLLECTOR' ? percent(figures['collectedCents'] ?? 0, aim) : null);
  }
  const groupOf = (userNo: string) => `${about.get(userNo)?.staffType} ${about.get(userNo)?.employeeCategory}`;
  // Nobody is first with nothing: who reached no part of any target has no rank and takes none from others.
  const rankOf = (userNo: string, score: number) =>
    reached.has(userNo)
      ? 1 +
        [...reached].filter((other) => groupOf(other) === groupOf(userNo) && (scores.get(other) ?? 0) > score).length
      : null;
  const rows = new Map<string, Figures>();
  for (const [userNo, figures] of answer.rows) {
    const score = scores.get(userNo);
    rows.set(userNo, {
      ...figures,
      targetPct: shares.get(userNo) ?? null,
      performanceScore: score ?? null,
      rank: score === undefined ? null : rankOf(userNo, score),
    });
  }
  return { total: answer.total, rows };
}
