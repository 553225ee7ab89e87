import * as z from 'zod/mini';
import type { Database } from '../../../db/database.ts';
import { readClaims, serverSecret, signClaims } from '../../platform/vault/index.ts';

/** A page's later chunks may be asked for this long after its frame was opened. */
const TICKET_MINUTES = 15;

const ticketClaims = z.object({
  sessionId: z.string(),
  plugin: z.string(),
  version: z.string(),
  /** Milliseconds since 1970. */
  until: z.number(),
});
export type TicketClaims = z.output<typeof ticketClaims>;

const secrets = new WeakMap<Database, Promise<Buffer>>();

function secretOf(db: Database): Promise<Buffer> {
  const known = secrets.get(db);
  if (known) return known;
  const secret = serverSecret(db, 'plugin-frame');
  secrets.set(db, secret);
  // A failed read must not be remembered.
  secret.catch(() => secrets.delete(db));
  return secret;
}

/**
 * What is in the address of a frame and of its files, in the place of a cookie: an opaque origin
 * sends none. It opens the files of one version of one plugin and nothing else.
 */
export async function issueTicket(
  db: Database,
  claims: Omit<TicketClaims, 'until'>,
  now: number = Date.now(),
): Promise<string> {
  const until = now + TICKET_MINUTES * 60_000;
  // A dot would end a part of an address that some proxies look at as a file's ending.
  return signClaims(await secretOf(db), { ...claims, until }).replace('.', '~');
}

/** What a ticket says; null where it was altered or is over. */
export async function readTicket(db: Database, ticket: string, now: number = Date.now()): Promise<TicketClaims | null> {
  const claims = ticketClaims.safeParse(readClaims(await secretOf(db), ticket.replace('~', '.')));
  return claims.success && claims.data.until > now ? claims.data : null;
}
