import type { messageAccount, ParsedRequestOf, ReplyOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Call, CommandContext } from '../../../http/implement.ts';
import { writeAudit } from '../audit/index.ts';
import { maskPhone } from '../masking/index.ts';
import { seesApp } from './find.ts';
import './tables.ts';

const SHOWN = 50;

/** @throws AppError NOT_FOUND */
async function refuseStrange(db: Queryable, merchantNo: string, { caller }: Pick<Call, 'caller'>): Promise<void> {
  if (!(await seesApp(db, merchantNo, caller.scope))) throw new AppError('NOT_FOUND');
}

/** A token belongs to who signed in last on its phone. @throws AppError NOT_FOUND */
export async function registerDevice(
  { merchantNo, phone, os, token }: ParsedRequestOf<typeof messageAccount.registerDevice>,
  call: CommandContext,
): Promise<ReplyOf<typeof messageAccount.registerDevice>> {
  const { tx } = call;
  await refuseStrange(tx, merchantNo, call);
  const { isNew } = await tx
    .insertInto('appDevice')
    .values({ merchantNo, phone, os, token })
    .onConflict((conflict) =>
      conflict.columns(['merchantNo', 'token']).doUpdateSet({ phone, os, registeredAt: new Date() }),
    )
    .returning(sql<boolean>`xmax = 0`.as('isNew'))
    .executeTakeFirstOrThrow();
  await writeAudit(tx, call, {
    action: 'messageAccount.registerDevice',
    subjectType: 'appDevice',
    subjectNo: merchantNo,
    merchantNo,
    after: { phone: maskPhone(phone), os, isNew },
  });
  return { isNew };
}

/** @throws AppError NOT_FOUND */
export async function readInbox(
  { merchantNo, phone }: ParsedRequestOf<typeof messageAccount.inbox>,
  call: Call,
): Promise<ReplyOf<typeof messageAccount.inbox>> {
  await refuseStrange(call.db, merchantNo, call);
  const rows = await call.db
    .selectFrom('inAppMessage')
    .select(['messageNo', 'sender', 'title', 'body', 'arrivedAt', 'readAt'])
    .where('merchantNo', '=', merchantNo)
    .where('phone', '=', phone)
    .orderBy('arrivedAt', 'desc')
    .limit(SHOWN)
    .execute();
  return rows.map(({ arrivedAt, readAt, ...row }) => ({
    ...row,
    arrivedAt: arrivedAt.toISOString(),
    readAt: readAt?.toISOString() ?? null,
  }));
}

/** The first time counts. @throws AppError NOT_FOUND */
export async function markRead(
  { merchantNo, messageNo }: ParsedRequestOf<typeof messageAccount.markRead>,
  call: CommandContext,
): Promise<ReplyOf<typeof messageAccount.markRead>> {
  const { tx } = call;
  await refuseStrange(tx, merchantNo, call);
  const read = await tx
    .updateTable('inAppMessage')
    .set({ readAt: sql<Date>`coalesce(read_at, now())` })
    .where('merchantNo', '=', merchantNo)
    .where('messageNo', '=', messageNo)
    .returning('readAt')
    .executeTakeFirst();
  if (!read?.readAt) throw new AppError('NOT_FOUND');
  const readAt = read.readAt.toISOString();
  await writeAudit(tx, call, {
    action: 'messageAccount.markRead',
    subjectType: 'inAppMessage',
    subjectNo: messageNo,
    merchantNo,
    after: { readAt },
  });
  return { messageNo, readAt };
}
