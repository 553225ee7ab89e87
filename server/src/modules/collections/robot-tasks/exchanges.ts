import type { aiTask, ParsedRequestOf, ReplyOf } from '@kituo/sdk/contracts';
import type { Database } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Call } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { GatewayError, type RobotGateway } from '../../platform/gateways/index.ts';
import { maskPhone } from '../../platform/masking/index.ts';

type Asked = ReplyOf<typeof aiTask.one>['exchanges'][number]['asked'];
type Batch = Parameters<RobotGateway['start']>[0];

/** The newest so many are shown. */
const SHOWN = 50;
/** Of a batch's people, so many stand in its request. */
const SAMPLE = 20;

/** A batch as it was sent, its people by the number of their call and a masked phone. */
export const redactedBatch = ({ hours, calls }: Batch) => ({
  ...(hours && { dialFrom: hours.from, dialTo: hours.to }),
  scriptCode: calls[0]?.scriptCode ?? null,
  language: calls[0]?.language ?? null,
  people: calls.length,
  calls: calls.slice(0, SAMPLE).map(({ callNo, phone }) => `${callNo} ${maskPhone(phone)}`),
});

/**
 * Asks the vendor about a task and keeps what was asked and answered, whatever came of it. A state and
 * missing reports are asked for again and again: they are kept where the answer differs from the last.
 */
export async function askVendor<Answer>(
  db: Database,
  { taskNo, asked, request = {} }: { readonly taskNo: string; readonly asked: Asked; readonly request?: object },
  ask: () => Promise<Answer>,
  say: (answered: Answer) => string | null = (answered) => (typeof answered === 'string' ? answered : null),
): Promise<Answer> {
  const kept = { taskNo, asked, request: JSON.stringify(request) };
  try {
    const answered = await ask();
    await keep(db, { ...kept, answer: say(answered), fault: null });
    return answered;
  } catch (error) {
    const fault = error instanceof GatewayError ? error.fault : 'UNKNOWN';
    await keep(db, { ...kept, answer: error instanceof Error ? error.message.slice(0, 500) : null, fault });
    throw error;
  }
}

async function keep(
  db: Database,
  one: {
    readonly taskNo: string;
    readonly asked: Asked;
    readonly request: string;
    readonly answer: string | null;
    readonly fault: GatewayError['fault'] | null;
  },
): Promise<void> {
  if (one.asked === 'STATUS' || one.asked === 'REPORTS') {
    const last = await db
      .selectFrom('aiTaskExchange')
      .select(['asked', 'answer', 'fault'])
      .where('taskNo', '=', one.taskNo)
      .orderBy('exchangeId', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (last?.asked === one.asked && last.answer === one.answer && last.fault === one.fault) return;
  }
  await db.insertInto('aiTaskExchange').values(one).execute();
}

/** What the vendor was asked about a task, the newest first. @throws AppError ROBOT_TASK_NOT_FOUND */
export async function readExchanges(
  { taskNo }: ParsedRequestOf<typeof aiTask.one>,
  { db, caller }: Call,
): Promise<ReplyOf<typeof aiTask.one>> {
  const task = await db.selectFrom('aiTask').select('merchantNo').where('taskNo', '=', taskNo).executeTakeFirst();
  if (!task || !seesMerchant(caller.scope, task.merchantNo)) throw new AppError('ROBOT_TASK_NOT_FOUND');
  const rows = await db
    .selectFrom('aiTaskExchange')
    .select(['exchangeId', 'asked', 'askedAt', 'request', 'answer', 'fault'])
    .where('taskNo', '=', taskNo)
    .orderBy('exchangeId', 'desc')
    .limit(SHOWN)
    .execute();
  return {
    exchanges: rows.map(({ askedAt, request, ...row }) => ({
      ...row,
      askedAt: askedAt.toISOString(),
      request: Object.entries(request).map(([name, value]) => ({
        name,
        value: Array.isArray(value) ? value.join(', ') : String(value ?? ''),
      })),
    })),
  };
}
