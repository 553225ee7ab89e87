import type { manualBlacklist, ParsedRequestOf, ReplyOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Call, CommandCall, DataScope } from '../../../http/implement.ts';
import { merchantsSeen } from '../../../http/merchant-scope.ts';
import { addDays, businessDateOf } from '../../platform/policy/index.ts';
import { maskName } from '../../platform/masking/index.ts';
import { refuseAppealed } from './appeals.ts';
import { addEntry } from './commands.ts';
import { isListed } from './listed.ts';
import { manualEntries } from './list.ts';

const MOST = 20;

interface Linked {
  readonly customerNo: string;
  readonly customerName: string;
  readonly idCardNo: string;
  readonly merchantNo: string;
  readonly merchantName: string;
  readonly sharedBy: ('DEVICE' | 'ACCOUNT')[];
  readonly openLoans: number;
}

/** Customers within the scope who share a device or a payout account with whom an entry names, and are not blocked. */
async function linkedTo(db: Queryable, entryNo: string, scope: DataScope): Promise<Linked[]> {
  const merchantNos = merchantsSeen(scope);
  const { rows } = await sql<Linked>`
    WITH entry AS (SELECT * FROM manual_blacklist WHERE entry_no = ${entryNo}),
    named AS (
      SELECT c.customer_no FROM entry e JOIN customer c ON e.subject_type = 'PHONE' AND c.phone = e.subject_value
        OR e.subject_type = 'ID_CARD_NO' AND c.id_card_no = e.subject_value),
    shared AS (
      SELECT 'DEVICE' AS kind, t.trait_value AS value FROM named JOIN loan_order o USING (customer_no)
        JOIN order_trait t ON t.order_no = o.order_no AND t.trait_kind = 'DEVICE'
      UNION SELECT 'ACCOUNT', o.payee_account_no FROM named JOIN loan_order o USING (customer_no)
        WHERE o.payee_account_no IS NOT NULL
      UNION SELECT CASE e.subject_type WHEN 'DEVICE' THEN 'DEVICE' ELSE 'ACCOUNT' END, e.subject_value FROM entry e
        WHERE e.subject_type IN ('DEVICE', 'BANK_ACCOUNT')),
    met AS (
      SELECT o.customer_no, s.kind FROM shared s JOIN order_trait t ON s.kind = 'DEVICE' AND t.trait_kind = 'DEVICE'
        AND t.trait_value = s.value JOIN loan_order o ON o.order_no = t.order_no
      UNION SELECT o.customer_no, s.kind FROM shared s
        JOIN loan_order o ON s.kind = 'ACCOUNT' AND o.payee_account_no = s.value)
    SELECT c.customer_no, c.customer_name, c.id_card_no, c.merchant_no, m.merchant_name,
      array_agg(DISTINCT met.kind ORDER BY met.kind DESC) AS shared_by,
      (SELECT count(*)::int FROM loan_order o WHERE o.customer_no = c.customer_no
        AND EXISTS (SELECT FROM bill b WHERE b.order_no = o.order_no AND b.actual_date IS NULL)) AS open_loans
    FROM met JOIN customer c USING (customer_no) JOIN merchant m USING (merchant_no)
    WHERE c.customer_no NOT IN (SELECT customer_no FROM named)
      AND (${merchantNos === null} OR c.merchant_no = ANY(${merchantNos ?? []}::text[]))
      AND NOT ${isListed('c', new Date())}
    GROUP BY 1, 2, 3, 4, 5 ORDER BY count(DISTINCT met.kind) DESC, c.customer_no LIMIT ${MOST}`.execute(db);
  return rows;
}

/** @throws AppError BLACKLIST_NOT_FOUND */
export async function readLinks(
  { entryNo }: ParsedRequestOf<typeof manualBlacklist.links>,
  call: Call,
): Promise<ReplyOf<typeof manualBlacklist.links>> {
  await manualEntries.one(entryNo, call);
  const { caller } = call;
  const isMasked = caller.isMasked || caller.maskedFields.has('customerName');
  const found = await linkedTo(call.db, entryNo, caller.scope);
  return found.map(({ idCardNo: _secret, merchantNo: _no, customerName, ...row }) => ({
    ...row,
    customerName: isMasked ? maskName(customerName) : customerName,
  }));
}

/** Blocks one of them as the entry that led there. @throws AppError BLACKLIST_… */
export async function addLinked(
  { entryNo, customerNo, note, despiteAppeal = false }: ParsedRequestOf<typeof manualBlacklist.addLinked>,
  call: CommandCall,
): Promise<{ entryNo: string }> {
  const { tx, caller } = call;
  const { blacklistState } = await manualEntries.one(entryNo, call);
  const linked = (await linkedTo(tx, entryNo, caller.scope)).find((one) => one.customerNo === customerNo);
  if (blacklistState !== 'ACTIVE' || !linked) throw new AppError('BLACKLIST_UNLINKED');
  const { reasonCode, evidenceIds, expiresAt } = await tx
    .selectFrom('manualBlacklist')
    .select(['reasonCode', 'evidenceIds', 'expiresAt'])
    .where('entryNo', '=', entryNo)
    .executeTakeFirstOrThrow();
  const subject = { subjectType: 'ID_CARD_NO', subjectValue: linked.idCardNo, merchantNo: linked.merchantNo } as const;
  if (!despiteAppeal) await refuseAppealed(tx, subject);
  const expiresOn = addDays(businessDateOf(expiresAt), -1);
  return await addEntry({ ...subject, reasonCode, evidenceIds, expiresOn, note }, call);
}
