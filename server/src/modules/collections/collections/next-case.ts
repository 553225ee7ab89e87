import type { collection } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { CaseScope } from '../../../db/collection-schema.ts';
import { prepared } from '../../../db/prepared.ts';
import type { Call } from '../../../http/implement.ts';
import { businessDateOf } from '../../platform/policy/index.ts';
import { REASONS, scoreConditions, type ScoreReason } from './case-score.ts';
import { rowsOf, viewOf } from './list-cases.ts';
import { firstByScore } from './query.ts';

type Next = (typeof collection.nextReply)['_zod']['output'];

/** Which of the caller's own cases comes next, with its reasons; null scope: of both systems. */
export async function nextCase(skip: readonly string[], call: Call, caseScope: CaseScope | null): Promise<Next> {
  const { db } = call;
  const view = await viewOf(call, { caseScope, states: ['COLLECTING', 'RETAINED'], isOwn: true });
  const caseNo = await firstByScore(db, view, skip);
  if (caseNo === null) return { next: null };
  const conditions = scoreConditions({ ...view.callable, now: view.now, today: businessDateOf(view.now) });
  const names = Object.keys(conditions).filter((name): name is ScoreReason => Object.hasOwn(REASONS, name));
  const met = await sql<{ readonly met: boolean[] }>`
    select array[${sql.join(names.map((name) => conditions[name]))}] as met
    from collection_case join customer cu on cu.customer_no = collection_case.customer_no
    where collection_case.case_no = ${caseNo} ${prepared}`.execute(db);
  const reasons = names.filter((_, index) => met.rows[0]?.met[index] === true);
  const [row] = await rowsOf([caseNo], call);
  if (row === undefined) return { next: null };
  return { next: { row, reasons, score: reasons.reduce((sum, name) => sum + REASONS[name], 0) } };
}
