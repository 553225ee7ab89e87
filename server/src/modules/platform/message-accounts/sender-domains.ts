import { createHash } from 'node:crypto';
import type { messageAccount, ParsedRequestOf, ReplyOf } from '@kituo/sdk/contracts';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Call, CommandCall } from '../../../http/implement.ts';
import { writeAudit } from '../audit/index.ts';
import { GatewayError } from '../gateways/index.ts';

type State = messageAccount.DomainState;
type Told = ReplyOf<typeof messageAccount.domain>;

/**
 * Pure. What the owner of a domain publishes so that this installation may send from it. It is no secret: only who
 * owns the domain can publish it there, and it is of use to no other installation.
 */
export const senderProof = (domain: string, installation: string) => ({
  name: `_kituo.${domain}`,
  text: `kituo-verification=${createHash('sha256').update(`${installation}\n${domain}`).digest('hex').slice(0, 32)}`,
});

/** Pure. */
export const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase();

const stored = async (db: Queryable, domain: string) =>
  await db.selectFrom('messageDomain').selectAll().where('domain', '=', domain).executeTakeFirst();

/** An account's sender is written by nobody else: its domain says so. @throws AppError MESSAGE_SENDER_UNVERIFIED */
export async function refuseUnverified(
  db: Queryable,
  { channelType, sender }: { readonly channelType: string; readonly sender: string },
  field?: string,
): Promise<void> {
  if (channelType !== 'EMAIL') return;
  const domain = domainOf(sender);
  if ((await stored(db, domain))?.domainState === 'VERIFIED') return;
  throw new AppError('MESSAGE_SENDER_UNVERIFIED', {
    ...(field !== undefined && { fields: [field] }),
    facts: { domain },
  });
}

function told(domain: string, installation: string, row: Awaited<ReturnType<typeof stored>>): Told {
  const { name: recordName, text: recordText } = senderProof(domain, installation);
  return {
    domain,
    recordName,
    recordText,
    domainState: row?.domainState ?? 'UNCHECKED',
    checkedAt: row?.checkedAt.toISOString() ?? null,
  };
}

/** What a domain is to publish, and what the last check found. */
export const readDomain = async ({ domain }: ParsedRequestOf<typeof messageAccount.domain>, { db, services }: Call) =>
  told(domain, services.settings.gateways.publicUrl, await stored(db, domain));

/** Asks the domain's name server now. Where none answers, what is known stays. @throws AppError MESSAGE_DOMAIN_SILENT */
export async function checkDomain(
  { domain }: ParsedRequestOf<typeof messageAccount.checkDomain>,
  call: CommandCall,
): Promise<Told> {
  const { tx, services } = call;
  const installation = services.settings.gateways.publicUrl;
  const before = await stored(tx, domain);
  const domainState = await publishedState(senderProof(domain, installation), call);
  const now = new Date();
  await tx
    .insertInto('messageDomain')
    .values({ domain, domainState, checkedAt: now })
    .onConflict((conflict) => conflict.column('domain').doUpdateSet({ domainState, checkedAt: now }))
    .execute();
  await writeAudit(tx, call, {
    action: 'messageAccount.checkDomain',
    subjectType: 'messageDomain',
    subjectNo: domain,
    before: { domainState: before?.domainState ?? 'UNCHECKED' },
    after: { domainState },
  });
  return told(domain, installation, { domain, domainState, checkedAt: now });
}

async function publishedState(
  { name, text }: ReturnType<typeof senderProof>,
  { services }: CommandCall,
): Promise<Exclude<State, 'UNCHECKED'>> {
  try {
    const found = await services.engine.gateways.names.texts(name);
    if (found.includes(text)) return 'VERIFIED';
    return found.length === 0 ? 'NO_RECORD' : 'OTHER_RECORD';
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    throw new AppError('MESSAGE_DOMAIN_SILENT', { fields: ['domain'] });
  }
}
