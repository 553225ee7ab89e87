import type { orderFile } from '@kituo/sdk/contracts';
import type { Queryable } from '../../../db/database.ts';
import type { Call } from '../../../http/implement.ts';
import { nameOfPlace } from '../../parties/addresses/index.ts';
import { channelNames } from '../../parties/put-channels/index.ts';
import { businessDateOf } from '../../platform/policy/index.ts';
import { creditOf } from '../../lending/credit/index.ts';
import { differencesOf } from './differences.ts';
import { evidenceIn, type EvidenceOf, readEvidence } from './evidence.ts';
import type { OrderRecord } from './find-order.ts';
import { hidden, nameFor } from './masked.ts';
import { payeeOf } from './payee.ts';
import { borrowingOf } from './people.ts';
import { repaymentCodeOf } from './repayment-code.ts';

type Details = orderFile.OrderDetails;

/** Everything of the first tab below the header, masked as the caller is masked. */
export async function detailsOf(order: OrderRecord, call: Call): Promise<Details> {
  const { db, caller } = call;
  const now = new Date();
  const rows = await readEvidence(db, order.orderNo, ['PERSON', 'BANK', 'FACE']);
  const person = evidenceIn(rows, 'PERSON').content;
  const bank = evidenceIn(rows, 'BANK');
  const face = evidenceIn(rows, 'FACE');
  const [credit, payee, borrowing, corporate, images, denialReason, differences, channels] = await Promise.all([
    creditOf(db, order.customerNo, now, order.pricingStepUpBps),
    payeeOf(db, caller, order),
    borrowingOf(db, order, businessDateOf(now)),
    corporateOf(db, order.merchantNo),
    imagesOf(db, order.orderNo),
    denialReasonOf(db, order.refuseCode, call.lang),
    differencesOf(db, caller, order),
    channelNames(db, caller.scope, call.lang),
  ]);
  return {
    entry: {
      ...entryOf(order, person, denialReason),
      promotionChannelName:
        channels.find(({ code }) => code === order.promotionChannel)?.label ?? order.promotionChannel,
    },
    person: personOf(order, person, call, now),
    differences,
    credit: credit && { ...credit, expiresAt: credit.expiresAt?.toISOString() ?? null },
    bank: { askedAt: bank.askedAt, content: bank.content && maskedBank(bank.content, call) },
    payee,
    corporate: corporate.accounts,
    repaymentCode: caller.codes.has('audit:order:repaymentCode') ? repaymentCodeOf(order) : null,
    borrowing,
    merchant: {
      companyName: order.companyName,
      merchantName: order.merchantName,
      orgName: order.orgName,
      hotline: corporate.hotline,
      minimumCents: order.terms.minPrincipalCents,
      maximumCents: order.terms.maxPrincipalCents,
    },
    face: {
      askedAt: face.askedAt,
      score: face.content?.score ?? null,
      liveness: face.content?.liveness ?? null,
      images,
    },
  };
}

function entryOf(
  order: OrderRecord,
  person: EvidenceOf<'PERSON'> | null,
  denialReason: string | null,
): Omit<Details['entry'], 'promotionChannelName'> {
  return {
    applyTime: order.applyTime.toISOString(),
    incomingChannel: order.incomingChannel,
    promotionChannel: order.promotionChannel,
    lendingChannel: order.lendingChannel,
    dataSource: order.dataSource,
    term: order.terms.termDays,
    installments: order.terms.installments,
    lendingTime: order.lendingTime?.toISOString() ?? null,
    refuseCode: order.refuseCode,
    denialReason,
    appName: person?.appName ?? null,
    appVersion: person?.appVersion ?? null,
  };
}

function personOf(
  order: OrderRecord,
  person: EvidenceOf<'PERSON'> | null,
  { caller }: Call,
  now: Date,
): Details['person'] {
  return {
    firstName: nameFor(caller, person?.firstName ?? null),
    middleName: nameFor(caller, person?.middleName ?? null),
    lastName: nameFor(caller, person?.lastName ?? null),
    sex: order.sex,
    birthDate: order.birthDate,
    age: order.birthDate === null ? null : ageOn(order.birthDate, businessDateOf(now)),
    idCardNo: hidden.idCard(order.idCardNo),
    phone: hidden.phone(order.phone),
    email: hidden.email(person?.email ?? null),
    whatsApp: person?.whatsApp == null ? null : hidden.phone(person.whatsApp),
    socialIds: (person?.socialIds ?? []).map(hidden.number),
    education: person?.education ?? null,
    maritalStatus: person?.maritalStatus ?? null,
    childrenCount: person?.childrenCount ?? null,
    addressCode: person?.addressCode ?? null,
    address: addressOf(order, person),
    employerName: order.employer,
    incomeCents: order.monthlyIncomeCents,
    payday: order.payDay,
    speakingLanguage: order.speakingLanguage,
  };
}

function addressOf(order: OrderRecord, person: EvidenceOf<'PERSON'> | null): string | null {
  const place = person?.addressCode == null ? order.county : nameOfPlace(person.addressCode);
  const words = [place, hidden.address(person?.addressLine ?? null)].filter((each) => each != null && each !== '');
  return words.length === 0 ? null : words.join(', ');
}

/** Whole years between two dates. */
function ageOn(birthDate: string, today: string): number {
  const years = Number(today.slice(0, 4)) - Number(birthDate.slice(0, 4));
  return today.slice(5) < birthDate.slice(5) ? years - 1 : years;
}

/** The card as the caller sees it. */
export function maskedBank(card: EvidenceOf<'BANK'>, { caller }: Call): EvidenceOf<'BANK'> {
  return {
    ...card,
    accountName: nameFor(caller, card.accountName),
    bankCardNo: hidden.account(card.bankCardNo),
  };
}

async function corporateOf(db: Queryable, merchantNo: string) {
  const rows = await db
    .selectFrom('corporateAccount')
    .selectAll()
    .where('merchantNo', '=', merchantNo)
    .orderBy('direction')
    .execute();
  return {
    hotline: rows.find(({ hotline }) => hotline !== null)?.hotline ?? null,
    accounts: rows.map(({ direction, companyName, accountNo, bankName, paymentChannel }) => ({
      direction,
      companyName,
      bankName,
      paymentChannel,
      accountNo: hidden.account(accountNo),
    })),
  };
}

async function imagesOf(db: Queryable, orderNo: string) {
  const rows = await db
    .selectFrom('orderImage')
    .select(['imageKind', 'takenAt'])
    .where('orderNo', '=', orderNo)
    .orderBy('imageKind', 'desc')
    .execute();
  return rows.map(({ imageKind, takenAt }) => ({ imageKind, takenAt: takenAt.toISOString() }));
}

/** What the customer may be notified of a refusal, in the reader's language. */
export async function denialReasonOf(
  db: Queryable,
  refuseCode: string | null,
  lang: 'en' | 'zh',
): Promise<string | null> {
  if (refuseCode === null) return null;
  const found = await db
    .selectFrom('refuseCode')
    .select('denialReason')
    .where('refuseCode', '=', refuseCode)
    .executeTakeFirst();
  return textIn(found?.denialReason, lang);
}

function textIn(texts: unknown, lang: 'en' | 'zh'): string | null {
  if (typeof texts !== 'object' || texts === null) return null;
  const known = new Map<string, unknown>(Object.entries(texts));
  const text = known.get(lang) ?? known.get('en');
  return typeof text === 'string' ? text : null;
}
