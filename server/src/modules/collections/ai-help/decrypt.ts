import { aiHelp, type ParsedRequestOf, type ReplyOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { AppError } from '../../../http/app-error.ts';
import type { Call, Caller, CommandCall } from '../../../http/implement.ts';
import { merchantsSeen, seesMerchant } from '../../../http/merchant-scope.ts';
import { defineList } from '../../../lists/index.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { maskName, maskPhone } from '../../platform/masking/index.ts';
import type { RevealKind } from '../../platform/reveal/index.ts';
import { openUid, uidOf } from './uid.ts';

type UidRow = aiHelp.UidRow;
/** Start and end of a UID, enough to tell two apart. */
const shortUid = (uid: string): string => (uid.length > 20 ? `${uid.slice(0, 12)}…${uid.slice(-6)}` : uid);
const nobody = (uid: string, result: 'NOT_FOUND' | 'INVALID', isOldKey = false): UidRow => ({
  uid: shortUid(uid),
  result,
  isOldKey,
  customerNo: null,
  customerName: null,
  phone: null,
  appName: null,
  registeredAt: null,
  hasLiveOrder: false,
});

/** @throws AppError REFERENCE_UNKNOWN for a purpose or feedback that does not exist */
export async function decryptUids(
  form: ParsedRequestOf<typeof aiHelp.decrypt>,
  call: CommandCall,
): Promise<ReplyOf<typeof aiHelp.decrypt>> {
  const { tx, caller, services } = call;
  const { purpose, feedbackNo = null, remark = null } = form;
  const known = await tx
    .selectFrom('dictionaryEntry')
    .select('entryId')
    .where('dictKey', '=', 'REVEAL_PURPOSE')
    .where('value', '=', purpose)
    .where('isEnabled', '=', true)
    .executeTakeFirst();
  if (!known) throw new AppError('REFERENCE_UNKNOWN', { fields: ['purpose'] });
  if (feedbackNo !== null) {
    const feedback = await tx
      .selectFrom('feedback')
      .select('merchantNo')
      .where('feedbackNo', '=', feedbackNo)
      .executeTakeFirst();
    if (!feedback || !seesMerchant(caller.scope, feedback.merchantNo)) {
      throw new AppError('REFERENCE_UNKNOWN', { fields: ['feedbackNo'] });
    }
  }
  const at = new Date();
  const opened = form.uids.map((uid) => ({ uid, found: openUid(services.vault, uid, at) }));
  const customers = await peopleOf(
    opened.flatMap(({ found }) => (found ? [found.customerNo] : [])),
    call,
  );
  const rows = opened.map(({ uid, found }) => {
    if (found === null) return nobody(uid, 'INVALID');
    const customer = customers.get(found.customerNo);
    if (customer === undefined) return nobody(uid, 'NOT_FOUND', found.isOldKey);
    return { ...customer, uid: shortUid(uid), result: 'FOUND' as const, isOldKey: found.isOldKey };
  });
  const { logId } = await tx
    .insertInto('aiHelpLog')
    .values({
      operatorUserNo: caller.userNo,
      uidCount: rows.length,
      results: [...new Set(rows.map(({ result }) => result))],
      customerNos: [...customers.keys()],
      purpose,
      feedbackNo,
      remark,
    })
    .returning('logId')
    .executeTakeFirstOrThrow();
  await writeAudit(tx, call, {
    action: 'aiHelp.decrypt',
    subjectType: 'aiHelp',
    subjectNo: String(logId),
    after: { uidCount: rows.length, foundCount: customers.size, purpose, feedbackNo },
    ...(remark !== null && remark !== '' && { reason: remark }),
  });
  return { rows };
}

async function peopleOf(customerNos: readonly string[], { tx, caller }: CommandCall) {
  const merchantNos = merchantsSeen(caller.scope);
  let query = tx
    .selectFrom('customer as c')
    .innerJoin('merchant as m', 'm.merchantNo', 'c.merchantNo')
    .select(['c.customerNo', 'c.customerName', 'c.phone', 'm.merchantName as appName', 'c.createdAt'])
    .select(
      sql<boolean>`exists (select from loan_order o where o.customer_no = c.customer_no
        and o.order_status = 'DISBURSED')`.as('hasLiveOrder'),
    )
    .where(sql<boolean>`c.customer_no = any(${customerNos})`);
  if (merchantNos) query = query.where('c.merchantNo', 'in', [...merchantNos, '']);
  const isHidden = caller.isMasked || caller.maskedFields.has('customerName');
  return new Map(
    (await query.execute()).map(({ createdAt, ...one }) => [
      one.customerNo,
      {
        ...one,
        customerName: isHidden ? maskName(one.customerName) : one.customerName,
        phone: maskPhone(one.phone),
        registeredAt: createdAt.toISOString(),
      },
    ]),
  );
}

/** Who looked up UIDs. What a log holds is of no merchant: it names nobody. */
export const aiHelpLogs = defineList(
  aiHelp.logPage,
  (db) => db.selectFrom('aiHelpLog as l'),
  (by) => ({
    scope: () => null,
    key: 'l.logId',
    filters: {
      operatorUserNo: by.is('l.operatorUserNo'),
      purpose: by.is('l.purpose'),
      result: (result) => sql<boolean>`${result} = any(l.results)`,
      decryptedAt: by.days('l.decryptedAt'),
    },
    sorts: { decryptedAt: 'l.decryptedAt' },
    first: [['l.decryptedAt', 'desc']],
    select: (query) =>
      query
        .innerJoin('appUser as u', 'u.userNo', 'l.operatorUserNo')
        .select(['l.logId', 'u.realName as operatorName', 'l.uidCount', 'l.purpose', 'l.feedbackNo', 'l.remark'])
        .select(['l.decryptedAt', sql<number>`cardinality(l.customer_nos)`.as('foundCount')])
        .select(
          sql<number>`(select count(distinct r.subject_no) from reveal_log r where r.kind = 'aiHelp.phone'
            and r.user_no = l.operator_user_no and r.subject_no = any(l.customer_nos)
            and r.outcome in ('SHOWN', 'REPEATED') and r.happened_at >= l.decrypted_at)`.as('phoneShownCount'),
        ),
    row: ({ logId, decryptedAt, ...row }): aiHelp.AiHelpLogRow => ({
      ...row,
      logId: String(logId),
      decryptedAt: decryptedAt.toISOString(),
    }),
  }),
);

export async function readOperators({ db }: Call): Promise<ReplyOf<typeof aiHelp.operators>> {
  return await db
    .selectFrom('aiHelpLog as l')
    .innerJoin('appUser as u', 'u.userNo', 'l.operatorUserNo')
    .select(['u.userNo as value', 'u.realName as label'])
    .distinct()
    .orderBy('u.realName')
    .execute();
}

/** @throws AppError CUSTOMER_NOT_FOUND */
export async function readUid(
  { customerNo }: { readonly customerNo: string },
  { db, caller, services }: Call,
): Promise<ReplyOf<typeof aiHelp.uid>> {
  const customer = await db
    .selectFrom('customer')
    .select('merchantNo')
    .where('customerNo', '=', customerNo)
    .executeTakeFirst();
  if (!customer || !seesMerchant(caller.scope, customer.merchantNo)) throw new AppError('CUSTOMER_NOT_FOUND');
  return { uid: uidOf(services.vault, customerNo, new Date()) };
}

const wasFound = (caller: Caller, customerNo: string) =>
  sql<boolean>`exists (select from ai_help_log l where l.operator_user_no = ${caller.userNo}
    and ${customerNo} = any(l.customer_nos) and l.decrypted_at > now() - interval '1 day')`;

/** The number of a customer whom the caller found by a UID within a day. */
export const aiHelpPhone: RevealKind = {
  kind: 'aiHelp.phone',
  title: { en: 'Phone found by a chat UID', zh: 'AI 客服 UID 对应手机号' },
  field: 'phone',
  access: { code: ['customerService:aiHelp:phone'] },
  load: async (db, customerNo, caller) => {
    const customer = await db
      .selectFrom('customer')
      .select(['phone', 'merchantNo'])
      .where('customerNo', '=', customerNo)
      .where(wasFound(caller, customerNo))
      .executeTakeFirst();
    if (!customer || !seesMerchant(caller.scope, customer.merchantNo)) throw new AppError('CUSTOMER_NOT_FOUND');
    return customer.phone;
  },
};
