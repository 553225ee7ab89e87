import type { ParsedRequestOf, paymentLink, ReplyOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Call } from '../../../http/implement.ts';
import { reachOrder } from '../payments/index.ts';
import { tokenOf } from './token.ts';

const SHOWN = 50;
type Row = ReplyOf<typeof paymentLink.ofOrder>['links'][number];

/** What a link is at a moment: one that is open past its end has expired. */
export const statusAt = (
  { linkStatus, expiresAt }: { readonly linkStatus: 'OPEN' | 'PAID' | 'REVOKED'; readonly expiresAt: Date },
  at: Date,
): Row['linkStatus'] => (linkStatus === 'OPEN' && expiresAt <= at ? 'EXPIRED' : linkStatus);

/** The links of an order, the newest first. @throws AppError ORDER_NOT_FOUND */
export async function readLinks(
  { orderNo }: ParsedRequestOf<typeof paymentLink.ofOrder>,
  { db, caller, services }: Call,
): Promise<ReplyOf<typeof paymentLink.ofOrder>> {
  await reachOrder(db, caller.scope, orderNo);
  const rows = await db
    .selectFrom('paymentLink as l')
    .innerJoin('appUser as u', 'u.userNo', 'l.madeBy')
    .selectAll('l')
    .select('u.realName as madeByName')
    .select(
      sql<Row['lastPrompt']>`(select jsonb_build_object('promptNo', p.prompt_no, 'promptStatus', p.prompt_status,
        'paymentCode', p.payment_code) from payment_prompt p where p.link_no = l.link_no
        order by p.prompt_no desc limit 1)`.as('lastPrompt'),
    )
    .where('l.orderNo', '=', orderNo)
    .orderBy('l.linkNo', 'desc')
    .limit(SHOWN)
    .execute();
  const now = new Date();
  const mayChange = caller.codes.has('afterLoan:repayLink:create');
  const links: Row[] = [];
  for (const row of rows) {
    const linkStatus = statusAt(row, now);
    const isOpen = linkStatus === 'OPEN';
    links.push({
      linkNo: row.linkNo,
      orderNo,
      billNo: row.billNo,
      amountCents: row.amountCents,
      linkStatus,
      expiresAt: row.expiresAt.toISOString(),
      url: isOpen ? `${services.settings.gateways.publicUrl}/pay/${await tokenOf(db, row)}` : null,
      madeByName: row.madeByName,
      createdAt: row.createdAt.toISOString(),
      sentAt: row.sentAt?.toISOString() ?? null,
      paidAt: row.paidAt?.toISOString() ?? null,
      version: row.version,
      lastPrompt: row.lastPrompt,
      allowedActions: isOpen && mayChange ? ['linkSend', 'linkRevoke'] : [],
    });
  }
  return { links };
}
