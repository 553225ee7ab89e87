import { contactRight, type ParsedRequestOf } from '@kituo/sdk/contracts';
import { type Selectable, sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import type { ContactPartyTable } from '../../../db/collection-schema.ts';
import { noteState } from '../../../db/tx-notes.ts';
import { lockOne } from '../../../db/lock-one.ts';
import { AppError } from '../../../http/app-error.ts';
import type { DataScope } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { defineList } from '../../../lists/index.ts';
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
  const party = await lockOne(tx, tx.selectFrom('contactParty').selectAll().where('partyId', '=', partyId), {
    missing: 'CONTACT_PARTY_NOT_FOUND',
    subject: `contact party ${partyId}`,
    state: ({ version }) => version,
    isSeen: ({ merchantNo }) => seesMerchant(scope, merchantNo),
  });
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

const agreed = sql<boolean>`(p.consented_at is not null and p.withdrawn_at is null)`;

/** Guarantors and leads. */
export const parties = defineList(
  contactRight.partyPage,
  (db) => db.selectFrom('contactParty as p'),
  (by) => ({
    scope: by.ofMerchants('p.merchantNo'),
    key: 'p.partyId',
    filters: {
      partyKind: by.is('p.partyKind'),
      customerNo: by.is('p.customerNo'),
      merchantNo: by.is('p.merchantNo'),
      phone: by.is('p.phone'),
      hasAgreed: (has) => sql<boolean>`${agreed} = ${has}`,
    },
    sorts: { consentedAt: 'p.consentedAt' },
    first: [],
    ties: 'desc',
    select: (query) =>
      query
        .select(['p.partyId', 'p.partyKind', 'p.merchantNo', 'p.customerNo', 'p.partyName', 'p.phone'])
        .select(['p.consentedAt', 'p.withdrawnAt']),
    row: (row) => ({
      ...row,
      hasAgreed: hasAgreed(row),
      consentedAt: row.consentedAt?.toISOString() ?? null,
      withdrawnAt: row.withdrawnAt?.toISOString() ?? null,
    }),
    personal: { partyName: 'name', phone: 'phone' },
  }),
);
