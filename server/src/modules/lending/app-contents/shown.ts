import { appContent, fullPath, type ParsedRequestOf, type ReplyOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Call, CallBasics, CommandContext } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { businessDateOf } from '../../platform/policy/index.ts';
import type { RuleInForce } from '../../platform/rules/index.ts';
import { contentsAt } from './rules.ts';

type Content = appContent.AppContentRule;
type Shown = ReplyOf<typeof appContent.forApp>;

/** In a language, or else in English. */
function shownIn(contents: readonly RuleInForce<Content>[], language: string): Shown {
  return contents.map(({ ruleId, value }) => ({
    ruleId,
    contentType: value.contentType,
    slot: value.slot,
    paymentMethod: value.paymentMethod,
    title: value.title[language] ?? value.title['en'] ?? '-',
    content: value.content[language] ?? value.content['en'] ?? '-',
    link: value.link,
    imageUrl: value.image ? fullPath(appContent.image).replace('{attachId}', value.image.attachId) : null,
    sort: value.sort,
  }));
}

/** Whether it is for an app; for one that is not said, what is for every one. */
const isFor = ({ os }: Content, wanted: 'ANDROID' | 'IOS' | undefined) => os === null || os === wanted;

/** What an app shows before anybody signed in. */
export async function readForApp(
  { merchantNo, language, os }: ParsedRequestOf<typeof appContent.forApp>,
  { db }: Pick<CallBasics, 'db'>,
): Promise<Shown> {
  const all = await contentsAt(db, merchantNo, new Date());
  return shownIn(
    all.filter(({ value }) => value.audience === 'ALL' && isFor(value, os)),
    language,
  );
}

interface Standing {
  readonly merchantNo: string;
  readonly hasLoans: boolean;
  readonly isOverdue: boolean;
}

/** @throws AppError CUSTOMER_NOT_FOUND */
async function standingOf(db: Queryable, customerNo: string, { caller }: Pick<Call, 'caller'>): Promise<Standing> {
  const { rows } = await sql<Standing>`
    SELECT c.merchant_no,
      EXISTS (SELECT FROM loan_order o WHERE o.customer_no = c.customer_no AND o.lending_time IS NOT NULL) AS has_loans,
      EXISTS (SELECT FROM bill b WHERE b.customer_no = c.customer_no AND b.bill_status = 'ACTIVE'
        AND b.due_date < ${businessDateOf(new Date())}::date) AS is_overdue
    FROM customer c WHERE c.customer_no = ${customerNo}`.execute(db);
  const [found] = rows;
  if (!found || !seesMerchant(caller.scope, found.merchantNo)) throw new AppError('CUSTOMER_NOT_FOUND');
  return found;
}

/** Pure: whether it speaks to a customer who stands so. */
export function speaksTo(
  audience: Content['audience'],
  { hasLoans, isOverdue }: Omit<Standing, 'merchantNo'>,
): boolean {
  switch (audience) {
    case 'ALL':
      return true;
    case 'NEW':
      return !hasLoans;
    case 'REPEAT':
      return hasLoans;
    case 'OVERDUE':
      return isOverdue;
  }
}

/** @throws AppError CUSTOMER_NOT_FOUND */
export async function readForCustomer(
  { customerNo, language, os, slot }: ParsedRequestOf<typeof appContent.forCustomer>,
  call: Call,
): Promise<Shown> {
  const standing = await standingOf(call.db, customerNo, call);
  const all = await contentsAt(call.db, standing.merchantNo, new Date());
  return shownIn(
    all.filter(
      ({ value }) =>
        speaksTo(value.audience, standing) && isFor(value, os) && (slot === undefined || value.slot === slot),
    ),
    language,
  );
}

/** Who stands for a kind of customer. */
const STANDINGS: Readonly<Record<Content['audience'], Omit<Standing, 'merchantNo'> | null>> = {
  ALL: null,
  NEW: { hasLoans: false, isOverdue: false },
  REPEAT: { hasLoans: true, isOverdue: false },
  OVERDUE: { hasLoans: true, isOverdue: true },
};

/** What an app would show at a moment. @throws AppError NOT_FOUND */
export async function previewContents(
  { merchantNo, at, audience, language }: ParsedRequestOf<typeof appContent.preview>,
  { db, caller }: Call,
): Promise<ReplyOf<typeof appContent.preview>> {
  if (!seesMerchant(caller.scope, merchantNo)) throw new AppError('NOT_FOUND');
  const standing = STANDINGS[audience];
  const all = (await contentsAt(db, merchantNo, new Date(at))).filter(({ value }) =>
    standing === null ? value.audience === 'ALL' : speaksTo(value.audience, standing),
  );
  const images = new Map(all.map(({ ruleId, value }) => [ruleId, value.image?.attachId ?? null]));
  return shownIn(all, language).map((shown) => ({ ...shown, attachId: images.get(shown.ruleId) ?? null }));
}

/** Counts those of the customer's merchant; others are none of theirs. @throws AppError CUSTOMER_NOT_FOUND */
export async function noteViews(
  { customerNo, ruleIds }: ParsedRequestOf<typeof appContent.noteViews>,
  call: CommandContext,
): Promise<ReplyOf<typeof appContent.noteViews>> {
  const { tx } = call;
  const { merchantNo } = await standingOf(tx, customerNo, call);
  const { numAffectedRows } = await sql`
    INSERT INTO app_content_view (rule_id, customer_no, viewed_on)
    SELECT r.rule_id, ${customerNo}, ${businessDateOf(new Date())}::date FROM config_rule r
    WHERE r.rule_id = ANY(${ruleIds}::text[]) AND r.config_key = 'operation.appContent' AND r.merchant_no = ${merchantNo}
    ON CONFLICT DO NOTHING`.execute(tx);
  const counted = Number(numAffectedRows ?? 0);
  await writeAudit(tx, call, {
    action: 'appContent.viewed',
    subjectType: 'customer',
    subjectNo: customerNo,
    merchantNo,
    after: { ruleIds, counted },
  });
  return { counted };
}
