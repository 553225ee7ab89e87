import type { Database } from '../../../db/database.ts';
import type { Services } from '../../../services.ts';
import { lockOrder, machineReview } from '../../lending/orders/index.ts';
import { askServices } from '../../lending/risk-models/index.ts';
import { isDecidedAtOnce } from '../../lending/rule-sets/index.ts';
import type { EventSubscriber } from '../../platform/domain-events/index.ts';

/** Applications whose services are asked at the same time. */
const AT_ONCE = 20;

/** New applications: services that score them are asked, and what waits for nothing else is decided. */
export function scoreApplied(db: Database, services: Services): EventSubscriber {
  return {
    name: 'riskModel.score',
    async take(events) {
      const orderNos = events.filter(({ topic }) => topic === 'order.applied').map(({ subjectNo }) => subjectNo);
      for (let from = 0; from < orderNos.length; from += AT_ONCE) {
        await Promise.all(
          orderNos.slice(from, from + AT_ONCE).map(async (orderNo) => {
            await scoreOne(db, services, orderNo);
          }),
        );
      }
    },
  };
}

async function scoreOne(db: Database, { engine }: Services, orderNo: string): Promise<void> {
  const order = await db
    .selectFrom('loanOrder')
    .select('orderStatus')
    .where('orderNo', '=', orderNo)
    .executeTakeFirst();
  if (order?.orderStatus !== 'MACHINE_REVIEW') return;
  await askServices(db, engine.gateways.scorer, orderNo);
  await db.transaction().execute(async (tx) => {
    const held = await lockOrder(tx, orderNo);
    const isWaiting = held.orderStatus === 'MACHINE_REVIEW';
    if (isWaiting && (await isDecidedAtOnce(tx, held, new Date()))) {
      await machineReview(tx, orderNo, { isPassed: true });
    }
  });
}
