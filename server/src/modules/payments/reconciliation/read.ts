import { reconciliation } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Call } from '../../../http/implement.ts';
import { defineList } from '../../../lists/index.ts';
import { readHistory } from '../../platform/audit/index.ts';
import { readPosted } from '../../platform/ledger/index.ts';
import { accountsWithin } from '../accounts/index.ts';
import { endOf } from './difference-end.ts';
import { NO_PROPOSAL, proposalsFor } from './learnt.ts';

type Day = reconciliation.ReconDay;

/** Of a difference `x`: money in, or money out. */
const is = (of: 'IN' | 'OUT') => sql<boolean>`(coalesce(x.statement_cents, x.our_cents) > 0) = ${of === 'IN'}`;

/** Days of accounts. */
export const days = defineList(
  reconciliation.page,
  (db) => db.selectFrom('reconDay as d').innerJoin('moneyAccount as a', 'a.accountCode', 'd.accountCode'),
  (by) => ({
    scope: ({ caller }) => accountsWithin('a.merchant_nos', caller.scope),
    key: 'd.runId',
    filters: {
      businessDate: by.between('d.businessDate'),
      accountId: by.is('d.accountCode'),
      reconStatus: by.is('d.reconStatus'),
      diffType: (type) =>
        sql<boolean>`exists (select from recon_difference x where x.run_id = d.run_id and x.diff_type = ${type})`,
      direction: (of) => sql<boolean>`exists (select from recon_difference x where x.run_id = d.run_id and ${is(of)})`,
      ownerUserNo: (userNo) =>
        sql<boolean>`exists (select from recon_difference x where x.run_id = d.run_id and x.owner_user_no = ${userNo})`,
    },
    sorts: {
      businessDate: 'd.businessDate',
      diffCents: sql<number>`(d.statement_total_cents - d.our_total_cents)`,
    },
    first: [['d.businessDate', 'desc']],
    select: (query) =>
      query
        .leftJoin('appUser as u', 'u.userNo', 'd.closedBy')
        .select(['d.runId', 'd.businessDate', 'd.accountCode as accountId', 'a.accountName', 'a.paymentCompany'])
        .select(['d.statementTotalCents', 'd.ourTotalCents', 'd.matchedCount', 'd.diffCount', 'd.reconStatus'])
        .select(['u.realName as closedBy', 'd.version']),
    row: (row, { caller }): Day => {
      const can: [Day['allowedActions'][number], boolean][] = [
        ['match', row.reconStatus !== 'CLOSED' && caller.codes.has('afterLoan:reconStatement:import')],
        ['close', row.reconStatus === 'BALANCED' && caller.codes.has('afterLoan:reconDay:close')],
        ['reopen', row.reconStatus === 'CLOSED' && caller.codes.has('afterLoan:reconDay:close')],
      ];
      return {
        ...row,
        diffCents: row.statementTotalCents - row.ourTotalCents,
        allowedActions: can.filter(([, may]) => may).map(([action]) => action),
      };
    },
  }),
);

function actionsOf(
  row: Pick<reconciliation.Difference, 'diffType' | 'attemptNo' | 'flowNo' | 'statementCents' | 'ourCents'> &
    Pick<Day, 'reconStatus'>,
  codes: ReadonlySet<string>,
): reconciliation.Difference['allowedActions'] {
  const { attemptNo, diffType, reconStatus } = row;
  if (reconStatus === 'CLOSED') return [];
  const mayResolve = codes.has('afterLoan:reconDifference:resolve');
  if (diffType === 'TWICE') return mayResolve ? ['resolve', 'count'] : [];
  if (endOf(row) !== null) return mayResolve ? ['resolve'] : [];
  // A statement alone never ends a payout: the channel is asked.
  return attemptNo !== null && codes.has('afterLoan:payoutStatus:query') ? ['query'] : [];
}

/** What matching a day found. */
export const differences = defineList(
  reconciliation.differencePage,
  (db) =>
    db
      .selectFrom('reconDifference as x')
      .innerJoin('reconDay as d', 'd.runId', 'x.runId')
      .innerJoin('moneyAccount as a', 'a.accountCode', 'd.accountCode'),
  (by) => ({
    scope: ({ caller }) => accountsWithin('a.merchant_nos', caller.scope),
    key: 'x.diffId',
    filters: {
      runId: by.is('x.runId'),
      diffType: by.is('x.diffType'),
      accountId: by.is('d.accountCode'),
      businessDate: by.between('d.businessDate'),
      serial: by.contains('x.serial'),
      direction: (of) => is(of),
      ownerUserNo: by.is('x.ownerUserNo'),
      isWithoutOwner: (isFree) => (isFree ? (eb) => eb('x.ownerUserNo', 'is', null) : null),
    },
    sorts: { businessDate: 'd.businessDate', happenedAt: 'x.happenedAt' },
    first: [['x.happenedAt', 'asc']],
    select: (query) =>
      query
        .leftJoin('appUser as o', 'o.userNo', 'x.ownerUserNo')
        .select(['x.ownerUserNo', 'o.realName as ownerName'])
        .select(['x.diffId', 'x.diffType', 'x.serial', 'x.statementCents', 'x.ourCents', 'x.happenedAt', 'x.details'])
        .select([
          'x.flowNo',
          'x.attemptNo',
          'x.runId',
          'd.reconStatus',
          'd.businessDate',
          'a.accountName',
          'd.accountCode',
        ]),
    async rows(found, { db, caller }) {
      const proposals = await proposalsFor(db, found);
      return found.map(({ reconStatus, happenedAt, accountCode: _, ...row }, index): reconciliation.Difference => {
        const allowed = actionsOf({ ...row, reconStatus }, caller.codes);
        return {
          ...row,
          ...(allowed.includes('resolve') ? (proposals[index] ?? NO_PROPOSAL) : NO_PROPOSAL),
          happenedAt: happenedAt.toISOString(),
          allowedActions: allowed,
        };
      });
    },
  }),
);

/** What our books posted for the flow or the attempt of a difference. @throws AppError NOT_FOUND */
export async function journalsOfDifference(diffId: string, call: Call) {
  const { flowNo, attemptNo } = await differences.one(diffId, call);
  const causes = [
    ...(flowNo === null ? [] : ['FLOW', 'APPLICATION'].map((type) => ({ type, no: flowNo }))),
    ...(attemptNo === null ? [] : [{ type: 'PAYOUT', no: attemptNo }]),
  ];
  return { diffId, journals: await readPosted(call.db, causes, call.lang) };
}

/** A day with its statements, its differences by kind and what was done to it. @throws AppError NOT_FOUND */
export async function dayDetail({ runId }: { readonly runId: string }, call: Call) {
  const day = await days.one(runId, call);
  const statements = await call.db
    .selectFrom('reconStatement as s')
    .innerJoin('appUser as u', 'u.userNo', 's.importedBy')
    .select(['s.fileName', 's.lineCount as lines', 's.importedAt', 'u.realName as importedByName'])
    .where('s.runId', '=', runId)
    .orderBy('s.importedAt')
    .execute();
  const byType = await call.db
    .selectFrom('reconDifference')
    .select(['diffType', (eb) => eb.fn.countAll<number>().as('count')])
    .select(sql<number>`sum(coalesce(statement_cents, 0) - coalesce(our_cents, 0))::bigint`.as('gapCents'))
    .where('runId', '=', runId)
    .groupBy('diffType')
    .orderBy('diffType')
    .execute();
  return {
    ...day,
    statements: statements.map(({ importedAt, ...kept }) => ({ ...kept, importedAt: importedAt.toISOString() })),
    byType,
    history: await readHistory(call.db, 'reconDay', runId),
  };
}

/** Accounts whose statements may be taken in. */
export async function accountsSeen({ db, caller, services }: Call) {
  const within = accountsWithin('a.merchant_nos', caller.scope);
  const rows = await db
    .selectFrom('moneyAccount as a')
    .leftJoin('loanerAccount as l', 'l.accountCode', 'a.accountCode')
    .leftJoin('repayAccount as r', 'r.accountCode', 'a.accountCode')
    .select(['a.accountCode as accountId', 'a.accountName', 'a.paymentCompany'])
    .select(sql<boolean>`coalesce(l.account_no, r.account_no) is not null`.as('hasNumber'))
    .select(sql<boolean>`r.short_code is not null`.as('isPaidTo'))
    .$if(within !== null, (query) => (within === null ? query : query.where(within)))
    .orderBy('a.accountName')
    .execute();
  const { bank, money } = services.engine.gateways;
  return rows.map(({ paymentCompany, hasNumber, isPaidTo, ...row }) => ({
    ...row,
    isFetchable:
      (paymentCompany === 'BANK' && bank !== null && hasNumber) ||
      (paymentCompany === 'MPESA' && money !== null && isPaidTo),
  }));
}
