import type { marketProduct, ParsedRequestOf } from '@kituo/sdk/contracts';
import type { CommandContext } from '../../../http/implement.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { openOutside } from '../../platform/outside/index.ts';
import { lockProduct } from './commands.ts';

const WITHIN_MS = 5_000;

/** Whether an https address outside our network answers 200. */
export async function answers(url: string): Promise<boolean> {
  try {
    const reply = await openOutside(url, { withinMs: WITHIN_MS });
    reply.destroy();
    return reply.statusCode === 200;
  } catch {
    return false;
  }
}

/** Opens the product's address and keeps what came of it. */
export async function checkLink(
  { marketProductNo }: ParsedRequestOf<typeof marketProduct.linkCheck>,
  call: CommandContext,
) {
  const { tx, caller } = call;
  const seen = await tx
    .selectFrom('partnerProduct')
    .select('applyUrl')
    .where('marketProductNo', '=', marketProductNo)
    .executeTakeFirst();
  // Asked before the row is locked: nobody waits for a partner's server.
  const isHealthy = seen !== undefined && (await answers(seen.applyUrl));
  const before = await lockProduct(tx, marketProductNo, caller.scope);
  const linkHealth = isHealthy ? ('HEALTHY' as const) : ('BROKEN' as const);
  await tx
    .updateTable('partnerProduct')
    .set({ linkHealth, linkCheckedAt: new Date() })
    .where('marketProductNo', '=', marketProductNo)
    .execute();
  await writeAudit(tx, call, {
    action: 'marketProduct.linkCheck',
    subjectType: 'marketProduct',
    subjectNo: marketProductNo,
    merchantNo: before.merchantNo,
    before: { linkHealth: before.linkHealth },
    after: { linkHealth },
  });
  return { marketProductNo, linkHealth };
}
