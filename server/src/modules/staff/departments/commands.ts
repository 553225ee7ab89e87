import { sql } from 'kysely';
import type { dept, ParsedRequestOf } from '@kituo/sdk/contracts';
import type { Queryable, Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Caller, CommandCall } from '../../../http/implement.ts';
import { writeAudit } from '../../platform/audit/index.ts';

/** Uniqueness is the database's: two forms sent at once cannot both pass a check made beforehand. */
export function asRefusal(error: unknown): unknown {
  const isTaken = error instanceof Error && 'constraint' in error && error.constraint === 'department_name_unique';
  return isTaken ? new AppError('DEPT_NAME_TAKEN', { fields: ['name'], cause: error }) : error;
}

/** One tree, one change of its shape at a time: two moves at once could close a ring. */
export async function lockTree(tx: Tx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('kituo departments', 0))`.execute(tx);
}

/** Throws DEPT_NOT_FOUND. */
export async function readDepartment(db: Queryable, deptNo: string) {
  const found = await db.selectFrom('department').selectAll().where('deptNo', '=', deptNo).executeTakeFirst();
  if (!found) throw new AppError('DEPT_NOT_FOUND');
  return found;
}

async function lockDepartment(tx: Tx, deptNo: string, version: number) {
  const found = await tx
    .selectFrom('department')
    .selectAll()
    .where('deptNo', '=', deptNo)
    .forUpdate()
    .executeTakeFirst();
  if (!found) throw new AppError('DEPT_NOT_FOUND');
  if (found.version !== version) throw new AppError('STALE');
  return found;
}

/** People within the scope who can sign in. */
export async function readLeaders(db: Queryable, { scope }: Caller, only?: string) {
  const merchantNos = scope === 'all' ? null : scope.merchantNos;
  return await db
    .selectFrom('appUser')
    .leftJoin('department', 'department.deptNo', 'appUser.deptNo')
    .select(['appUser.userNo', 'appUser.realName', 'department.deptName'])
    .where('appUser.userStatus', '=', 'NORMAL')
    .where(
      sql<boolean>`(${merchantNos}::text[] IS NULL OR EXISTS (SELECT 1 FROM user_merchant m
        WHERE m.user_no = app_user.user_no AND m.merchant_no = ANY(${merchantNos}::text[])))`,
    )
    .$if(only !== undefined, (query) => query.where('appUser.userNo', '=', only ?? ''))
    .orderBy('appUser.realName')
    .orderBy('appUser.userNo')
    .execute();
}

async function checkLeader(tx: Tx, caller: Caller, leaderUserNo: string | null | undefined) {
  if (leaderUserNo == null) return;
  const [leader] = await readLeaders(tx, caller, leaderUserNo);
  if (!leader) throw new AppError('REFERENCE_UNKNOWN', { fields: ['leaderUserNo'] });
}

export async function addDepartment(
  form: ParsedRequestOf<typeof dept.add>,
  call: CommandCall,
): Promise<{ deptNo: string }> {
  const { parentDeptNo, name, leaderUserNo, remark } = form;
  if (parentDeptNo !== null) {
    // Until the end of the transaction nobody deletes the parent.
    const parent = await call.tx
      .selectFrom('department')
      .select('isEnabled')
      .where('deptNo', '=', parentDeptNo)
      .forShare()
      .executeTakeFirst();
    if (!parent?.isEnabled) throw new AppError('REFERENCE_UNKNOWN', { fields: ['parentDeptNo'] });
  }
  await checkLeader(call.tx, call.caller, leaderUserNo);
  try {
    const { deptNo } = await call.tx
      .insertInto('department')
      .values({ parentDeptNo, deptName: name, leaderUserNo, remark: remark ?? '' })
      .returning('deptNo')
      .executeTakeFirstOrThrow();
    await writeAudit(call.tx, call, {
      action: 'dept.add',
      subjectType: 'dept',
      subjectNo: deptNo,
      after: { parentDeptNo, name, leaderUserNo, remark },
    });
    return { deptNo };
  } catch (error) {
    throw asRefusal(error);
  }
}

/** Throws DEPT_NOT_FOUND, STALE, DEPT_NAME_TAKEN, REFERENCE_UNKNOWN for a leader who cannot sign in. */
export async function updateDepartment(
  { deptNo, version, ...form }: ParsedRequestOf<typeof dept.update>,
  call: CommandCall,
): Promise<{ deptNo: string; version: number }> {
  const stored = await lockDepartment(call.tx, deptNo, version);
  const { deptName, leaderUserNo, isEnabled } = stored;
  const held = { name: deptName, leaderUserNo, remark: stored.remark || null, isEnabled };
  const requested = {
    name: form.name ?? held.name,
    leaderUserNo: form.leaderUserNo === undefined ? held.leaderUserNo : form.leaderUserNo,
    remark: form.remark === undefined ? held.remark : form.remark || null,
    isEnabled: form.isEnabled ?? held.isEnabled,
  };
  const changed = (['name', 'leaderUserNo', 'remark', 'isEnabled'] as const).filter(
    (field) => requested[field] !== held[field],
  );
  if (changed.length === 0) return { deptNo, version };
  if (changed.includes('leaderUserNo')) {
    await checkLeader(call.tx, call.caller, requested.leaderUserNo);
  }
  try {
    await call.tx
      .updateTable('department')
      .set({
        deptName: requested.name,
        leaderUserNo: requested.leaderUserNo,
        remark: requested.remark ?? '',
        isEnabled: requested.isEnabled,
        updatedAt: new Date(),
        version: version + 1,
      })
      .where('deptNo', '=', deptNo)
      .execute();
  } catch (error) {
    throw asRefusal(error);
  }
  const only = (values: typeof held) => Object.fromEntries(changed.map((field) => [field, values[field]]));
  await writeAudit(call.tx, call, {
    action: 'dept.update',
    subjectType: 'dept',
    subjectNo: deptNo,
    before: only(held),
    after: only(requested),
  });
  return { deptNo, version: version + 1 };
}

/** Its number comes from a sequence and so is not given again. Throws DEPT_NOT_EMPTY with how many of each. */
export async function deleteDepartment(
  { deptNo, version }: ParsedRequestOf<typeof dept.delete>,
  call: CommandCall,
): Promise<{ deptNo: string }> {
  const { deptName, parentDeptNo } = await lockDepartment(call.tx, deptNo, version);
  const { departments, users } = await call.tx
    .selectNoFrom((eb) => [
      eb
        .selectFrom('department')
        .select((e) => e.fn.countAll<number>().as('n'))
        .where('parentDeptNo', '=', deptNo)
        .as('departments'),
      eb
        .selectFrom('appUser')
        .select((e) => e.fn.countAll<number>().as('n'))
        .where('deptNo', '=', deptNo)
        .as('users'),
    ])
    .executeTakeFirstOrThrow();
  if (Number(departments) + Number(users) > 0) {
    throw new AppError('DEPT_NOT_EMPTY', {
      facts: { departments: Number(departments), users: Number(users) },
    });
  }
  await call.tx.deleteFrom('department').where('deptNo', '=', deptNo).execute();
  await writeAudit(call.tx, call, {
    action: 'dept.delete',
    subjectType: 'dept',
    subjectNo: deptNo,
    before: { name: deptName, parentDeptNo },
  });
  return { deptNo };
}
