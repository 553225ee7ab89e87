import type { contactRight, ParsedRequestOf } from '@kituo/sdk/contracts';
import { type Selectable, sql } from 'kysely';
import { countedTo } from '../../../db/counted.ts';
import type { Queryable, Tx } from '../../../db/database.ts';
import type { ContactPartyTable } from '../../../db/collection-schema.ts';
import { noteState } from '../../../db/tx-notes.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Caller, DataScope } from '../../../http/implement.ts';
import { merchantsSeen, seesMerchant } from '../../../http/merchant-scope.ts';
import { maskPhone, maskText } from '../../platform/masking/index.ts';
import { customerWithin } from './blocks.ts';

type Party = Selectable<ContactPartyTable>;
type Consent = ParsedRequestOf<typeof contactRight.consent>;

/**
 * Records that a guarantor or a lead agreed; one who had withdrawn agrees again.
 * @throws AppError CUSTOMER_NOT_FOUND, REFERENCE_UNKNOWN, PHONE_OF_ANOTHER for the customer's own number
 */
export async function recordConsent(
  tx: Tx,
  form: Consent,
  { scope, at }: { readonly scope: DataScope; readonly at: Date },
): Promise<{ readonly before: Party | null; readonly after: Party }> {
  const { phone, partyName, voucherIds } = form;
  const of = await whoseOf(tx, form, scope);
  const before = await tx
    .selectFrom('contactParty')
    .selectAll()
    .where('partyKind', '=', form.partyKind)
    .where('phone', '=', phone)
    .where((eb) =>
      of.customerNo === null ? eb('merchantNo', '=', of.merchantNo) : eb('customerNo', '=', of.customerNo),
    )
    .forNoKeyUpdate()
    .executeTakeFirst();
  const agreed = { partyName, consentedAt: at, withdrawnAt: null, consentVoucherIds: [...voucherIds] };
  if (before) {
    noteState(tx, `contact party ${before.partyId}`, before.version);
    const after = await tx
      .updateTable('contactParty')
      .set((eb) => ({ ...agreed, version: eb('version', '+', 1) }))
      .where('partyId', '=', before.partyId)
      .returningAll()
      .executeTakeFirstOrThrow();
    return { before, after };
  }
  const after = await tx
    .insertInto('contactParty')
    .values({ ...agreed, ...of, partyKind: form.partyKind, phone })
    .returningAll()
    .executeTakeFirstOrThrow();
  return { before: null, after };
}

async function whoseOf(
  tx: Tx,
  form: Consent,
  scope: DataScope,
): Promise<{ readonly merchantNo: string; readonly customerNo: string | null }> {
  if (form.partyKind === 'GUARANTOR') {
    const { customerNo } = form;
    const { merchantNo, phone } = await customerWithin(tx, customerNo, scope);
    if (phone === form.phone) {
      throw new AppError('PHONE_OF_ANOTHER', { fields: ['phone'], facts: { customerNo } });
    }
    return { merchantNo, customerNo };
  }
  const { merchantNo } = form;
  const merchant = await tx
    .selectFrom('merchant')
    .select('merchantNo')
    .where('merchantNo', '=', merchantNo)
    .executeTakeFirst();
  if (!merchant || !seesMerchant(scope, merchantNo)) {
    throw new AppError('REFERENCE_UNKNOWN', { fields: ['merchantNo'] });
  }
  return { merchantNo, customerNo: null };
}

/** @throws AppError CONTACT_PARTY_NOT_FOUND, ILLEGAL_TRANSITION where nothing stands that could be withdrawn */
export async function withdrawConsent(
  tx: Tx,
  partyId: number,
  { scope, at }: { readonly scope: DataScope; readonly at: Date },
): Promise<Party> {
  const party = await tx
    .selectFrom('contactParty')
    .selectAll()
    .where('partyId', '=', partyId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!party || !seesMerchant(scope, party.merchantNo)) {
    throw new AppError('CONTACT_PARTY_NOT_FOUND');
  }
  noteState(tx, `contact party ${partyId}`, party.version);
  if (!hasAgreed(party)) {
    const facts = { subject: 'consent', state: 'WITHDRAWN', command: 'withdraw' };
    throw new AppError('ILLEGAL_TRANSITION', { facts });
  }
  await tx
    .updateTable('contactParty')
    .set((eb) => ({ withdrawnAt: at, version: eb('version', '+', 1) }))
    .where('partyId', '=', partyId)
    .execute();
  return { ...party, withdrawnAt: at };
}

export const hasAgreed = ({ consentedAt, withdrawnAt }: Pick<Party, 'consentedAt' | 'withdrawnAt'>) =>
  consentedAt !== null && withdrawnAt === null;

type Request = (typeof contactRight.partyPage.request)['_zod']['output'];

/** A page of the guarantors and leads that match. */
export async function findParties(db: Queryable, { scope, isMasked }: Caller, request: Request) {
  const { filters, sort, page, pageSize } = request;
  const { partyKind, customerNo, merchantNo, phone } = filters;
  const merchantNos = merchantsSeen(scope);
  const agreed = sql<boolean>`(p.consented_at is not null and p.withdrawn_at is null)`;
  let found = db.selectFrom('contactParty as p');
  if (merchantNos) found = found.where(sql<boolean>`p.merchant_no = any(${merchantNos})`);
  if (partyKind) found = found.where('p.partyKind', '=', partyKind);
  if (customerNo) found = found.where('p.customerNo', '=', customerNo);
  if (merchantNo) found = found.where('p.merchantNo', '=', merchantNo);
  if (phone) found = found.where('p.phone', '=', phone);
  if (filters.hasAgreed !== undefined) found = found.where(agreed, '=', filters.hasAgreed);
  const rows = await found
    .select(['p.partyId', 'p.partyKind', 'p.merchantNo', 'p.customerNo', 'p.partyName', 'p.phone'])
    .select(['p.consentedAt', 'p.withdrawnAt'])
    .orderBy(sort === null ? 'p.partyId' : 'p.consentedAt', sort?.direction ?? 'desc')
    .orderBy('p.partyId', 'desc')
    .offset((page - 1) * pageSize)
    .limit(pageSize)
    .execute();
  const counted = await found.select(sql<number>`count(*)`.as('total')).executeTakeFirst();
  const total = counted?.total ?? 0;
  return {
    rows: rows.map((row) => ({
      ...row,
      partyName: isMasked ? maskText(row.partyName) : row.partyName,
      phone: maskPhone(row.phone),
      hasAgreed: hasAgreed(row),
      consentedAt: row.consentedAt?.toISOString() ?? null,
      withdrawnAt: row.withdrawnAt?.toISOString() ?? null,
    })),
    ...countedTo(total),
  };
}
