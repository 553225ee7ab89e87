import type { CaseScope } from '../../../db/collection-schema.ts';
import type { Queryable } from '../../../db/database.ts';
import { businessDateOf, policyOn, type RegulatoryPolicy } from '../../platform/policy/index.ts';

export type PointsOf = (caseScope: CaseScope) => number;

/** What a case weighs where people work both systems: by order 1, by bill the share of it that is configured. */
export async function loadPoints(db: Queryable, at: Date): Promise<PointsOf> {
  const { policy } = await policyOn(db, businessDateOf(at));
  return pointsBy(policy);
}

/** The same by a policy that was read. */
export function pointsBy({ caseLoad }: Pick<RegulatoryPolicy, 'caseLoad'>): PointsOf {
  const ofBill = caseLoad.billWeightPercent / 100;
  return (caseScope) => (caseScope === 'BILL' ? ofBill : 1);
}
