import { change } from '@kituo/sdk/contracts';
import { type Expression, type ExpressionBuilder, type Selectable, sql, type SqlBool } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import type { Call, Caller } from '../../../http/implement.ts';
import { defineList, type Reading } from '../../../lists/index.ts';
import { allowedActions } from '../../../state-machine/index.ts';
import { makerCheckerRequestMachine } from '../policy/index.ts';

type ChangeRecord = Pick<
  Selectable<Schema['changeRequest']>,
  | 'changeNo'
  | 'kind'
  | 'subjectNo'
  | 'subjectName'
  | 'before'
  | 'after'
  | 'concerns'
  | 'makerUserNo'
  | 'reason'
  | 'changeState'
  | 'decidedAt'
  | 'decisionReason'
  | 'createdAt'
  | 'lapsesAt'
> & { readonly makerName: string; readonly decidedByName: string | null };

/** What the caller may do with it now. */
function actionsOn(record: ChangeRecord, { caller, services }: Reading): change.ChangeAction[] {
  const isMaker = record.makerUserNo === caller.userNo;
  const kind = services.changes.get(record.kind);
  const hasLapsed = record.lapsesAt !== null && record.lapsesAt.getTime() <= Date.now();
  const mayDecide =
    kind !== undefined && caller.codes.has(kind.checkerCode) && !isMaker && !record.concerns.includes(caller.userNo);
  const can = { approve: mayDecide, reject: mayDecide, withdraw: isMaker };
  const states = allowedActions(makerCheckerRequestMachine, record.changeState);
  return (['approve', 'reject', 'withdraw'] as const).filter(
    (action) => can[action] && !hasLapsed && states.includes(action),
  );
}

const factsOf = change.changeRow.shape.after;

function present(record: ChangeRecord, call: Reading): change.ChangeRow {
  const { before, after, createdAt, lapsesAt, decidedAt, ...rest } = record;
  return {
    ...rest,
    title: call.services.changes.get(record.kind)?.title[call.lang] ?? record.kind,
    before: before === null ? null : factsOf.parse(before),
    after: factsOf.parse(after),
    createdAt: createdAt.toISOString(),
    lapsesAt: lapsesAt?.toISOString() ?? null,
    decidedAt: decidedAt?.toISOString() ?? null,
    allowedActions: actionsOn(record, call),
  };
}

type Condition = (eb: ExpressionBuilder<{ request: Schema['changeRequest'] }, 'request'>) => Expression<SqlBool>;

/** A person's own requests, and those about no merchant but theirs; null for all. */
function scopeOf({ scope, userNo }: Caller): Condition | null {
  if (scope === 'all') return null;
  return (eb) =>
    eb.or([
      eb('request.makerUserNo', '=', userNo),
      sql<boolean>`request.merchant_nos <> '{}' AND request.merchant_nos <@
        ${[...scope.merchantNos]}::text[]`,
    ]);
}

/** What awaits this very person's decision. */
function decidableBy({ caller, services }: Pick<Reading, 'caller' | 'services'>): Condition {
  const decidable = [...services.changes.values()].filter((kind) => caller.codes.has(kind.checkerCode));
  return (eb) =>
    eb.and([
      eb('request.changeState', '=', 'PENDING'),
      eb('request.makerUserNo', '<>', caller.userNo),
      eb.or([eb('request.lapsesAt', 'is', null), eb('request.lapsesAt', '>', sql<Date>`now()`)]),
      sql<boolean>`NOT ${caller.userNo} = ANY(request.concerns)`,
      sql<boolean>`request.kind = ANY(${decidable.map(({ kind }) => kind)}::text[])`,
    ]);
}

/** Requests of a family, or of all, that a person sees: their own, and those about no merchant but theirs. */
export const changesOf = (family: change.ChangeFamily | null) =>
  defineList(
    change.changeFamilies.user.page,
    (db) => {
      const requests = db.selectFrom('changeRequest as request');
      return family === null ? requests : requests.where('request.family', '=', family);
    },
    (by) => ({
      scope: ({ caller }) => scopeOf(caller),
      key: 'request.changeNo',
      missing: 'CHANGE_NOT_FOUND',
      filters: {
        changeState: by.is('request.changeState'),
        kind: by.is('request.kind'),
        subjectNo: by.is('request.subjectNo'),
        isMine: (is, { caller }) => (is ? (eb) => eb('request.makerUserNo', '=', caller.userNo) : null),
        isDecidable: (is, reading) => (is ? decidableBy(reading) : null),
      },
      sorts: { createdAt: 'request.createdAt', decidedAt: 'request.decidedAt' },
      first: [['request.createdAt', 'desc']],
      ties: 'desc',
      nulls: 'last',
      select: (query) =>
        query
          .innerJoin('appUser as maker', 'maker.userNo', 'request.makerUserNo')
          .leftJoin('appUser as decider', 'decider.userNo', 'request.decidedBy')
          .select(['request.changeNo', 'request.kind', 'request.subjectNo', 'request.subjectName'])
          .select(['request.before', 'request.after', 'request.concerns', 'request.makerUserNo'])
          .select(['request.reason', 'request.changeState', 'request.decidedAt', 'request.decisionReason'])
          .select(['request.createdAt', 'request.lapsesAt'])
          .select(['maker.realName as makerName', 'decider.realName as decidedByName']),
      row: present,
    }),
  );

/** How many requests of a family wait for the caller's decision. */
export async function countDecidable(family: change.ChangeFamily, call: Call): Promise<number> {
  return (await changesOf(family).count({ isDecidable: true }, call)).total;
}

/** How many requests await the caller's decision, by the kind of command. */
export async function countDecidableByKind(call: Call): Promise<{ readonly kind: string; readonly count: number }[]> {
  return await call.db
    .selectFrom('changeRequest as request')
    .where(decidableBy(call))
    .where(scopeOf(call.caller) ?? ((eb) => eb.lit(true)))
    .groupBy('request.kind')
    .select(['request.kind', (eb) => eb.fn.countAll<number>().as('count')])
    .execute();
}

/** The first requests that await the caller's decision, oldest first, of whatever kind. */
export async function readDecidable(call: Call, pageSize: 100): Promise<change.ChangeRow[]> {
  const sort = { field: 'createdAt', direction: 'asc' } as const;
  return (await changesOf(null).page({ filters: { isDecidable: true }, page: 1, pageSize, sort }, call)).rows;
}
