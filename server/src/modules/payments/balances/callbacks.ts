import type { Queryable, Tx } from '../../../db/database.ts';
import { publishEvent } from '../../platform/audit/index.ts';
import {
  type CallbackSubject,
  type CallbackTopics,
  CallbackUnreadable,
  readMpesaBalance,
  readMpesaResult,
  type Told,
} from '../../platform/gateways/index.ts';
import { businessDateOf } from '../../platform/policy/index.ts';
import { ownerOf } from '../accounts/index.ts';
import { endQuery } from './fetch-balance.ts';

const ACKNOWLEDGED = { ResultCode: 0, ResultDesc: 'Accepted' };
const numberIn = (topic: string): string => topic.slice(topic.lastIndexOf('/') + 1);

/** What M-Pesa answers about balances, at an address that names the question. Nothing is posted of it. */
export function balanceTopics(): CallbackTopics {
  return {
    'mpesa/balance/result/*': {
      acknowledgement: ACKNOWLEDGED,
      about,
      handle: async (tx, fields, { callback }) => {
        const result = readMpesaResult(fields);
        if (!result) throw new CallbackUnreadable('It is no M-Pesa result');
        const balanceCents = result.isSuccess ? readMpesaBalance(result) : null;
        if (result.isSuccess && balanceCents === null) throw new CallbackUnreadable('It names no balance');
        const { resultCode, description: resultText } = result;
        return await take(tx, numberIn(callback.topic), { resultCode, resultText, balanceCents });
      },
    },
    // It waited in M-Pesa's queue for too long: somebody may ask again.
    'mpesa/balance/timeout/*': {
      acknowledgement: ACKNOWLEDGED,
      about,
      handle: async (tx, _fields, { callback }) => {
        const end = { resultCode: 'TIMEOUT', resultText: 'No answer yet', balanceCents: null };
        return await take(tx, numberIn(callback.topic), end);
      },
    },
  };
}

async function about(db: Queryable, { addressNo }: Told): Promise<CallbackSubject | undefined> {
  const asked = await db
    .selectFrom('balanceQuery')
    .select(['queryNo', 'accountCode'])
    .where('queryNo', '=', addressNo)
    .executeTakeFirst();
  if (!asked) return undefined;
  const { merchantNo } = await ownerOf(db, asked.accountCode);
  return { lane: asked.accountCode, merchantNo, subjectNo: asked.queryNo };
}

interface Answer {
  readonly resultCode: string;
  readonly resultText: string;
  readonly balanceCents: number | null;
}

/** The first answer counts: what is told again states nothing new. */
async function take(tx: Tx, queryNo: string, { balanceCents, ...end }: Answer): Promise<'processed' | 'ignored'> {
  const asked = await endQuery(tx, queryNo, end);
  if (!asked) return 'ignored';
  const { accountCode, askedBy } = asked;
  const entryDate = businessDateOf(new Date());
  if (balanceCents !== null) {
    const entry = { accountCode, entryDate, balanceCents, source: 'CHANNEL' as const, enteredBy: askedBy };
    await tx.insertInto('balanceEntry').values(entry).execute();
  }
  await publishEvent(tx, {
    topic: 'balance.answered',
    subjectType: 'balance',
    subjectNo: accountCode.slice('BANK.'.length),
    merchantNo: (await ownerOf(tx, accountCode)).merchantNo,
    after: { queryNo, balanceCents, resultCode: end.resultCode },
  });
  return 'processed';
}
