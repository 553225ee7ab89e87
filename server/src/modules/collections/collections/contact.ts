import { sql } from 'kysely';
import type { collection } from '@kituo/sdk/contracts';
import type { Queryable, Tx } from '../../../db/database.ts';
import type { ContactChannel } from '../../../db/collection-schema.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Call, CommandCall, CommandContext } from '../../../http/implement.ts';
import { textOfError } from '../../../http/messages.ts';
import { askAboutNumber, type ContactQuestion, type GateAnswer, passGate, queueDispatch } from '../contacts/index.ts';
import { ownLine, placeCall } from '../telephony/index.ts';
import { renderTemplate } from '../../platform/message-templates/index.ts';
import { maskName, maskPhone } from '../../platform/masking/index.ts';
import { businessDateOf, daysPastDue, policyOn } from '../../platform/policy/index.ts';
import { type CaseReach, type CollectionCase, lockCase } from './cases.ts';
import { endPauseByWork } from './pauses.ts';
import { readCases } from './read.ts';

/** A person of the case with the number they are reached at. */
export interface Person {
  readonly contactPerson: 'BORROWER' | 'GUARANTOR';
  readonly partyId: number | null;
  readonly partyName: string;
  readonly phone: string;
  readonly hasAgreed: boolean;
}

export async function peopleOf(db: Queryable, customerNo: string): Promise<Person[]> {
  const { rows } = await sql<Person>`
    select 'BORROWER' as contact_person, null::bigint as party_id, customer_name as party_name, phone,
      true as has_agreed from customer where customer_no = ${customerNo}
    union all select 'GUARANTOR', party_id, party_name, phone,
      consented_at is not null and withdrawn_at is null from contact_party
      where party_kind = 'GUARANTOR' and customer_no = ${customerNo}
    order by contact_person, party_id`.execute(db);
  return rows;
}

type Known = Pick<CollectionCase, 'customerNo' | 'merchantNo'>;

function aboutCase({ customerNo, merchantNo }: Known, { phone }: Person, at: Date) {
  return { phone, purpose: 'COLLECTION', customerNo, merchantNo, at } as const;
}

function questionOf(one: Known, person: Person, channel: ContactChannel, at: Date): ContactQuestion {
  return { ...aboutCase(one, person, at), channel };
}

/** Who may be contacted about a case now, by call and by SMS, and if not, why and from when. */
export async function contactLines(one: Known, call: Call): Promise<collection.ContactLine[]> {
  const { db, caller, lang } = call;
  const at = new Date();
  const { policy } = await policyOn(db, businessDateOf(at));
  const lines: collection.ContactLine[] = [];
  for (const person of await peopleOf(db, one.customerNo)) {
    const answers = await askAboutNumber(db, aboutCase(one, person, at), policy);
    lines.push({
      ...person,
      partyName: caller.isMasked ? maskName(person.partyName) : person.partyName,
      phone: maskPhone(person.phone),
      triedToday: answers.triedToday,
      call: answerOf(answers.call, lang),
      sms: answerOf(answers.sms, lang),
    });
  }
  return lines;
}

function answerOf(answer: GateAnswer, lang: 'en' | 'zh'): collection.ContactLine['call'] {
  if (answer.isAllowed) {
    return { isAllowed: true, error: null, text: null, nextAllowedAt: null, left: answer.left };
  }
  return {
    isAllowed: false,
    error: answer.error,
    text: textOfError(answer.error, lang, answer.facts),
    nextAllowedAt: answer.nextAllowedAt?.toISOString() ?? null,
    left: 0,
  };
}

interface Whom {
  readonly caseId: string;
  readonly partyId?: number | null | undefined;
}

/** Locks the caller's own case that is worked, and finds the person in it. */
async function lockWorked(
  tx: Tx,
  { caseId, partyId = null }: Whom,
  reach: CaseReach,
): Promise<{ readonly one: CollectionCase; readonly person: Person }> {
  const one = await lockCase(tx, caseId, { ...reach, isOwn: true });
  if (one.caseStatus === 'POOL' || one.caseStatus === 'CLOSED') {
    throw new AppError('ILLEGAL_TRANSITION', {
      facts: { subject: 'case', state: one.caseStatus, command: 'contact' },
    });
  }
  const people = await peopleOf(tx, one.customerNo);
  const person = people.find((each) => each.partyId === partyId);
  if (!person) throw new AppError('CONTACT_NO_PARTY');
  return { one, person };
}

/** Dials through the caller's own line: the browser, or an extension that the exchange rings after the commit. */
export async function callAboutCase(
  whom: Whom,
  reach: CaseReach,
  call: CommandCall,
): Promise<{ attemptId: number; callNo: string | null }> {
  const { tx, caller } = call;
  const { one, person } = await lockWorked(tx, whom, reach);
  const line = await ownLine(call);
  const { orderNo, caseNo, merchantNo, customerNo } = one;
  const subject = { orderNo, caseNo, userNo: caller.userNo };
  const attemptId = await passGate(call, questionOf(one, person, 'CALL', new Date()), subject);
  await endPauseByWork(tx, caller.userNo);
  const { phone } = person;
  const callNo = await placeCall(line, { attemptId, phone, merchantNo, customerNo, orderNo, caseNo }, call);
  return { attemptId, callNo };
}

/** Sends a template to the borrower or a guarantor after the commit. */
export async function smsAboutCase(
  whom: Whom & { readonly templateCode: string; readonly language: 'en' | 'sw' },
  reach: CaseReach,
  call: CommandContext,
): Promise<{ attemptId: number; text: string }> {
  const { tx, caller, services } = call;
  const { one, person } = await lockWorked(tx, whom, reach);
  if (!services.engine.gateways.sms) throw new AppError('CONTACT_CHANNEL_MISSING');
  const rendered = await renderTemplate(
    tx,
    whom.templateCode,
    whom.language,
    await variablesOf(tx, one, person),
    one.merchantNo,
  );
  if (rendered?.nodeCode !== 'COLLECTION_SMS') throw new AppError('SMS_TEMPLATE_UNKNOWN', { fields: ['templateCode'] });
  const text = rendered.body;
  const attemptId = await passGate(call, questionOf(one, person, 'SMS', new Date()), {
    orderNo: one.orderNo,
    caseNo: one.caseNo,
    userNo: caller.userNo,
    templateCode: whom.templateCode,
    content: text,
  });
  const { phone } = person;
  await queueDispatch(tx, { attemptId, channel: 'SMS', phone, payload: { text } });
  call.afterCommit(() => services.engine.dispatch());
  return { attemptId, text };
}

export async function variablesOf(tx: Tx, one: CollectionCase, { partyName }: Person): Promise<Record<string, string>> {
  const [record] = await readCases(tx, [one.caseNo]);
  const { repaymentCode } = await tx
    .selectFrom('loanOrder')
    .select('repaymentCode')
    .where('orderNo', '=', one.orderNo)
    .executeTakeFirstOrThrow();
  const shillings = (cents: number) => new Intl.NumberFormat('en-US', { minimumFractionDigits: 2 }).format(cents / 100);
  const due = (record?.dueCents ?? 0) + (record?.olderDueCents ?? 0);
  return {
    name: partyName.split(' ')[0] ?? '',
    due: shillings(due),
    promised: shillings(record?.promiseAmountCents ?? 0),
    dueDate: one.oldestDueOn,
    dpd: String(Math.max(0, daysPastDue(one.oldestDueOn, businessDateOf(new Date())))),
    code: repaymentCode,
  };
}

/** A number or customer nobody contacts until a person decides. Set twice, it stands once. */
export async function stopContact(
  tx: Tx,
  customerNo: string,
  blockKind: 'DO_NOT_CALL' | 'DISPUTE' | 'DEATH',
  note: string,
  by: string,
): Promise<void> {
  await tx
    .insertInto('contactBlock')
    .values({ blockKind, customerNo, note, setBy: by })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
