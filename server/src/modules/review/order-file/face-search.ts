import type { orderFile } from '@kituo/sdk/contracts';
import type { CommandCall } from '../../../http/implement.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { findDetails } from './find-order.ts';
import { sharing, traitsOf } from './people.ts';

/** Other orders that show this face, of the merchants the caller sees. Who looked is logged, found or not. */
export async function searchFace(
  { orderNo }: { readonly orderNo: string },
  call: CommandCall,
): Promise<orderFile.SameTrait[]> {
  const { tx, caller } = call;
  const order = await findDetails(tx, caller, orderNo);
  const faces = await traitsOf(tx, orderNo, 'FACE');
  const found = [...(await sharing(tx, caller, order, 'FACE', faces)).values()].flat();
  await writeAudit(tx, call, {
    action: 'orderDetail.faceSearch',
    subjectType: 'order',
    subjectNo: orderNo,
    after: { found: found.length, orders: found.map((each) => each.orderNo) },
  });
  return found;
}
