import { addDays, businessDateOf } from '../../modules/platform/policy/index.ts';
import type { Desk } from './desk.ts';

const DAYS = { ACCESS: 7, CORRECTION: 14, OBJECTION: 14, ERASURE: 14 } as const;
const REQUESTS = [
  ['OBJECTION', 'RECEIVED', 'CALL', 2, 'No more offers by SMS, please'],
  ['ACCESS', 'VERIFIED', 'EMAIL', 5, 'A copy of everything you hold about me'],
  ['ERASURE', 'VERIFIED', 'LETTER', 16, 'Close my account and delete my data'],
  ['CORRECTION', 'AWAITING_APPROVAL', 'VISIT', 9, 'My county is wrong'],
  ['ACCESS', 'FULFILLED', 'APP', 20, 'Which data did you collect from my phone?'],
  ['ERASURE', 'DECLINED', 'CALL', 12, 'Delete my loan'],
] as const;
const ANSWERS = { FULFILLED: 'The copy was sent by registered mail', DECLINED: 'The caller could not be identified' };

/** What customers asked about their data, in every state, one of them late. */
export async function dataRequests(desk: Desk): Promise<void> {
  const { db, now, maker } = desk;
  const today = businessDateOf(now);
  // Whoever else has something: a request changes nothing of what the other pages show.
  const customers = await db
    .selectFrom('customer')
    .select(['customerNo', 'merchantNo'])
    .orderBy('customerNo')
    .limit(REQUESTS.length)
    .execute();
  for (const [index, [requestKind, requestStatus, requestChannel, ago, statement]] of REQUESTS.entries()) {
    const asker = customers[index % customers.length];
    if (!asker) return;
    const { merchantNo, customerNo } = asker;
    const receivedOn = addDays(today, -ago);
    const isClosed = requestStatus === 'FULFILLED' || requestStatus === 'DECLINED';
    const isVerified = requestStatus !== 'RECEIVED' && requestStatus !== 'DECLINED';
    const isSubmitted = requestStatus === 'AWAITING_APPROVAL';
    const at = new Date(now.getTime() - (ago - 1) * 86_400_000);
    const { requestNo } = await db
      .insertInto('dataRequest')
      .values({
        merchantNo,
        customerNo,
        requestKind,
        requestStatus,
        requestChannel,
        receivedOn,
        dueOn: addDays(receivedOn, DAYS[requestKind]),
        dueByRule: 'dataRights@2020-01-01',
        statement,
        createdBy: maker,
        createdAt: at,
        ...(isVerified && { identityCheck: 'ID_DOCUMENT', verifiedBy: maker, verifiedAt: at, handlerUserNo: maker }),
        ...(isSubmitted && { submittedBy: maker, corrections: JSON.stringify({ county: 'Siaya' }) }),
        ...(isClosed && { answer: ANSWERS[requestStatus], closedAt: at, handlerUserNo: maker }),
      })
      .returning('requestNo')
      .executeTakeFirstOrThrow();
    const step = { requestNo, userNo: maker, at } as const;
    await db
      .insertInto('dataRequestEvent')
      .values({ ...step, command: 'save', toStatus: 'RECEIVED' })
      .execute();
    if (isSubmitted) await submitted(desk, { requestNo, customerNo, merchantNo });
  }
}

async function submitted(
  { db, maker }: Desk,
  { requestNo, customerNo, merchantNo }: { requestNo: string; customerNo: string; merchantNo: string },
): Promise<void> {
  const { county } = await db
    .selectFrom('customer')
    .select('county')
    .where('customerNo', '=', customerNo)
    .executeTakeFirstOrThrow();
  await db
    .insertInto('changeRequest')
    .values({
      family: 'customerAccount',
      kind: 'dataRequest.correct',
      subjectNo: requestNo,
      subjectName: `${requestNo} ${customerNo}`,
      payload: JSON.stringify({ requestNo }),
      subjectState: JSON.stringify({ corrections: { county: 'Siaya' } }),
      before: JSON.stringify({ county }),
      after: JSON.stringify({ county: 'Siaya' }),
      concerns: [],
      merchantNos: [merchantNo],
      makerUserNo: maker,
      makerMerchantNos: null,
      reason: 'As on the ID shown at the counter',
    })
    .execute();
}
