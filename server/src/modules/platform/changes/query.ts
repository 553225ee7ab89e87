import { type ParsedRequestOf, type ReplyOf, change } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import type { Call, Caller } from '../../../http/implement.ts';
import { allowedActions } from '../../../state-machine/index.ts';
import { makerCheckerRequestMachine } from '../policy/index.ts';
import type { ChangeKinds } from './kinds.ts';

/** What reading takes: of a call, or of a job. */
type Reading = Pick<Call, 'caller' | 'db' | 'services' | 'lang'>;
type Request = ParsedRequestOf<typeof change.changeFamilies.user.page>;

function visible(db: Queryable, caller: Caller, family: change.ChangeFamily) {
  const { scope, userNo } = caller;
  return db
    .selectFrom('changeRequest as request')
    .innerJoin('appUser as maker', 'maker.userNo', 'request.makerUserNo')
    .leftJoin('appUser as decider', 'decider.userNo', 'request.decidedBy')
    .where('request.family', '=', family)
    .$if(scope !== 'all', (query) =>
      query.where(({ or, eb }) =>
        or([
          eb('request.makerUserNo', '=', userNo),
          sql<boolean>`request.merchant_nos <> '{}' AND request.merchant_nos <@
            ${scope === 'all' ? [] : [...scope.merchantNos]}::text[]`,
        ]),
      ),
    );
}

async function read(query: ReturnType<typeof visible>) {
  return await query
    .select([
      'request.changeNo',
      'request.kind',
      'request.subjectNo',
      'request.subjectName',
      'request.before',
      'request.after',
      'request.concerns',
      'request.makerUserNo',
      'request.reason',
      'request.changeState',
      'request.decidedAt',
      'request.decisionReason',
      'request.createdAt',
      'request.lapsesAt',
    ])
    .select(['maker.realName as makerName', 'decider.realName as decidedByName'])
    .execute();
}
type ChangeRecord = Awaited<ReturnType<typeof read>>[number];

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

function filtered(
  query: ReturnType<typeof visible>,
  filters: change.ChangeFilters,
  caller: Caller,
  kinds: ChangeKinds,
) {
  let result = query;
  for (const field of ['changeState', 'kind', 'subjectNo'] as const) {
    const value = filters[field];
    if (value !== undefined) result = result.where(`request.${field}`, '=', value);
  }
  if (filters.isMine) result = result.where('request.makerUserNo', '=', caller.userNo);
  if (filters.isDecidable) {
    const decidable = [...kinds.values()].filter((kind) => caller.codes.has(kind.checkerCode));
    result = result
      .where('request.changeState', '=', 'PENDING')
      .where('request.makerUserNo', '<>', caller.userNo)
      .where(sql<boolean>`NOT ${caller.userNo} = ANY(request.concerns)`)
      .where(sql<boolean>`request.kind = ANY(${decidable.map(({ kind }) => kind)}::text[])`);
  }
  return result;
}

export async function pageOfChanges(
  family: change.ChangeFamily,
  request: Request,
  call: Reading,
): Promise<ReplyOf<typeof change.changeFamilies.user.page>> {
  const { caller, db, services } = call;
  const { filters, page, pageSize, sort } = request;
  const query = filtered(visible(db, caller, family), filters, caller, services.changes);
  const records = await read(
    query
      .orderBy(`request.${sort?.field ?? 'createdAt'}`, (order) =>
        sort?.direction === 'asc' ? order.asc().nullsLast() : order.desc().nullsLast(),
      )
      .orderBy('request.changeNo', 'desc')
      .limit(pageSize)
      .offset((page - 1) * pageSize),
  );
  const { total } = await query.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return { rows: records.map((record) => present(record, call)), total, totalIsExact: true };
}

/** How many requests of a family wait for the caller's decision. */
export async function countDecidable(family: change.ChangeFamily, call: Call): Promise<number> {
  const { caller, db, services } = call;
  const waiting = filtered(visible(db, caller, family), { isDecidable: true }, caller, services.changes);
  const { total } = await waiting.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return total;
}

/** One request the caller sees, as the list shows it. */
export async function readChange(
  db: Queryable,
  family: change.ChangeFamily,
  changeNo: string,
  call: Call,
): Promise<change.ChangeRow | null> {
  const query = visible(db, call.caller, family).where('request.changeNo', '=', changeNo);
  const [record] = await read(query);
  return record === undefined ? null : present(record, call);
}
