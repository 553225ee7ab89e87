import { lookup } from 'node:dns/promises';
import { request } from 'node:https';
import { BlockList, isIPv6 } from 'node:net';
import type { marketProduct, ParsedRequestOf } from '@kituo/sdk/contracts';
import type { CommandContext } from '../../../http/implement.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { lockProduct } from './commands.ts';

/** Addresses that are nobody's outside: a product's name must not lead into our own network. */
const OURS = new BlockList();
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const) {
  OURS.addSubnet(net, prefix, 'ipv4');
}
for (const [net, prefix] of [
  ['::', 127],
  ['64:ff9b::', 96],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const) {
  OURS.addSubnet(net, prefix, 'ipv6');
}
const WITHIN_MS = 5_000;

export const isOurs = (address: string): boolean => OURS.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');

/** Whether an https address answers 200. The name is resolved once, and just that address is spoken to. */
export async function answers(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url);
  const found = await lookup(hostname.replaceAll(/[[\]]/g, '')).catch(() => null);
  if (found === null || isOurs(found.address) || (port !== '' && port !== '443')) return false;
  return await new Promise<boolean>((resolve) => {
    const asked = request(
      url,
      {
        method: 'GET',
        agent: false,
        signal: AbortSignal.timeout(WITHIN_MS),
        lookup: (_host, _options, done) => {
          done(null, [found]);
        },
      },
      (reply) => {
        reply.destroy();
        resolve(reply.statusCode === 200);
      },
    );
    asked.once('error', () => {
      resolve(false);
    });
    asked.end();
  });
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
