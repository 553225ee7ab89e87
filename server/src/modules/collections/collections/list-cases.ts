import type { collection } from '@kituo/sdk/contracts';
import type { CaseScope, CaseStatus } from '../../../db/collection-schema.ts';
import type { Queryable } from '../../../db/database.ts';
import type { Call } from '../../../http/implement.ts';
import { admitSearch } from '../../../lists/index.ts';
import { businessDateOf, policyOn } from '../../platform/policy/index.ts';
import { nextOpening } from '../contacts/index.ts';
import { callableFacts } from './callable.ts';
import { pointsBy } from './load-points.ts';
import { presentCase } from './present.ts';
import { anyCase, borrowersOf, type CaseSort, type CaseView, findCases } from './query.ts';
import { readCases } from './read.ts';

interface ListRequest {
  readonly filters: collection.CaseFilters;
  readonly sort: CaseSort | null;
  readonly page: number;
  readonly pageSize: number;
}

/** What a page's list is of. */
export interface Listing {
  /** Null: of both systems. */
  readonly caseScope: CaseScope | null;
  readonly states: readonly CaseStatus[];
  readonly isOwn?: boolean;
  readonly dpdFrom?: number;
}

/** Who reads, and from where. */
export interface Reader extends Pick<Call, 'caller'> {
  readonly db: Queryable;
}

/** These cases as their pages show them. */
export async function rowsOf(caseNos: readonly string[], { db, caller }: Reader): Promise<collection.CaseRow[]> {
  const now = new Date();
  const { policy } = await policyOn(db, businessDateOf(now));
  const nextAllowedAt = nextOpening(now, policy.contactHours);
  const pointsOf = pointsBy(policy);
  const records = await readCases(db, caseNos);
  return records.map((one) => presentCase(caller, one, { now, nextAllowedAt, pointsOf }));
}

/** Whose reach a list is taken in; a person's, or that of a plan. */
interface Reach {
  readonly db: Queryable;
  readonly caller: Pick<Call['caller'], 'scope' | 'userNo'>;
}

/** What of a list its reader sees now. */
export async function viewOf({ db, caller }: Reach, listing: Listing): Promise<CaseView> {
  const { caseScope, states, isOwn, dpdFrom } = listing;
  const now = new Date();
  return {
    caseScope,
    states,
    scope: caller.scope,
    now,
    callable: await callableFacts(db, now),
    ...(isOwn && { collectorUserNo: caller.userNo }),
    ...(dpdFrom !== undefined && { dpdFrom }),
  };
}

/** A page of a list of cases. */
export async function listCases(request: ListRequest, call: Call, listing: Listing) {
  const { filters } = request;
  const view = await viewOf(call, listing);
  const isExactName = await admitSearch('cases', filters, call, () =>
    anyCase(call.db, { ...view, isExactName: true }, filters),
  );
  const { caseNos, total, totalIsExact } = await findCases(call.db, { ...view, isExactName }, request);
  return { rows: await rowsOf(caseNos, call), total, totalIsExact };
}

/** Cases in work that match, of one system or both, with their borrowers: whom a task is made of. */
export async function casesMatching(
  reader: Reach,
  caseScope: CaseScope | null,
  filters: collection.CaseFilters,
  limit: number,
) {
  const view = await viewOf(reader, { caseScope, states: ['POOL', 'COLLECTING', 'RETAINED'] });
  return await borrowersOf(reader.db, view, filters, limit);
}
