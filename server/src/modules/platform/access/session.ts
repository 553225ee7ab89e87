import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { UNATTENDED_HEADER, VIEW_AS_HEADER } from '@kituo/sdk/contracts';
import type { Access, SessionEndReason } from '@kituo/sdk/contracts';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Database, Queryable } from '../../../db/database.ts';
import { prepared } from '../../../db/prepared.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Caller } from '../../../http/implement.ts';
import type { RightsCache } from './rights.ts';
import { masksAt } from './mask-versions.ts';
import { reachOn } from './row-rules.ts';
import { screensOf, viewingAs } from './view-as.ts';

/** A morning's sign-in lasts the day; two hours away from the desk end it. */
export const SESSION_IDLE_MINUTES = 120;
export const SESSION_HOURS = 12;
/** How exactly "last seen" is kept: a write a minute rather than one a call. */
const SEEN_EVERY_SECONDS = 60;

export function secretHash(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/** 256 random bits in base64url. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

export interface LiveSession {
  readonly sessionId: string;
  readonly userNo: string;
  readonly userName: string;
  readonly realName: string;
  readonly mustUpdatePassword: boolean;
  readonly startedAt: Date;
  readonly epoch: number;
  readonly menuEpoch: number;
  /** Versions of sections that failed it too often: `users@1.5.0`. */
  readonly pluginsOut: readonly string[];
}

interface SessionRow extends LiveSession {
  readonly secretHash: Buffer;
  readonly cookieHash: Buffer;
  readonly endReason: SessionEndReason | null;
  readonly isSeenLongAgo: boolean;
}

/** Reads sessions with their people and the rights epoch in one query. `endReason` null: live. */
async function readSessions(db: Queryable, sessionIds: readonly string[]): Promise<SessionRow[]> {
  const { rows } = await sql<SessionRow>`
    SELECT s.session_id, s.user_no, s.secret_hash, s.cookie_hash, s.started_at, s.plugins_out,
      u.user_name, u.real_name, u.must_update_password, e.epoch, e.menu_epoch,
      CASE
        WHEN s.ended_at IS NOT NULL THEN coalesce(s.end_reason, 'UNKNOWN')
        WHEN u.user_status = 'FROZEN' THEN 'FROZEN'
        WHEN s.expires_at <= now() THEN 'EXPIRED'
        WHEN s.last_seen_at <= now() - make_interval(mins => ${SESSION_IDLE_MINUTES}) THEN 'IDLE'
      END AS end_reason,
      s.last_seen_at < now() - make_interval(secs => ${SEEN_EVERY_SECONDS}) AS is_seen_long_ago
    FROM session s JOIN app_user u USING (user_no) CROSS JOIN rights_epoch e
    WHERE s.session_id = ANY(${sessionIds}) ${prepared}`.execute(db);
  return rows;
}

/** The token of a call, from `auth-token` or `auth_token`; empty where there is none. */
export function tokenOf(request: Pick<FastifyRequest, 'headers'>): string {
  const header = request.headers['auth-token'] ?? request.headers['auth_token'];
  return typeof header === 'string' ? header : '';
}

function sessionOver(reason: SessionEndReason): AppError {
  return new AppError('SESSION_OVER', { facts: { reason } });
}

/** Whether a person is behind a call, rather than the console automatically. */
export function isAttended(request: Pick<FastifyRequest, 'headers'>): boolean {
  return request.headers[UNATTENDED_HEADER] !== '1';
}

/**
 * The live session of a token; an attended call puts off its idle end.
 * Throws SESSION_OVER, which says why where the token is genuine.
 */
export async function sessionOfToken(db: Database, token: string, isFromPerson: boolean): Promise<LiveSession> {
  const [sessionId = '', secret = '', ...rest] = token.split('.');
  const isWellFormed = sessionId !== '' && secret !== '' && rest.length === 0 && token.length < 200;
  if (!isWellFormed || token.includes('\u0000')) throw sessionOver('UNKNOWN');
  const [session] = await readSessions(db, [sessionId]);
  if (!session || !timingSafeEqual(session.secretHash, secretHash(secret))) {
    throw sessionOver('UNKNOWN');
  }
  if (session.endReason !== null) throw sessionOver(session.endReason);
  if (session.isSeenLongAgo && isFromPerson) {
    await db
      .updateTable('session')
      .set({ lastSeenAt: new Date() })
      .where('sessionId', '=', sessionId)
      .where('endedAt', 'is', null)
      .execute();
  }
  return session;
}

/** A session by its public half alone, null where it is over: for what was signed for it. */
export async function liveSession(db: Queryable, sessionId: string): Promise<LiveSession | null> {
  const [session] = await readSessions(db, [sessionId]);
  return session && session.endReason === null ? session : null;
}

/** The session that a document was asked for with, in the calls that the server makes to itself for it. */
const ownCalls = new AsyncLocalStorage<string>();

/**
 * Runs calls to ourselves as those of a session that its document cookie has let in. No request from outside
 * can claim it: it is known by where the call was begun, not by anything the call says.
 */
export function asSession<Result>(sessionId: string, work: () => Promise<Result>): Promise<Result> {
  return ownCalls.run(sessionId, work);
}

async function sessionOfCall(db: Database, request: Pick<FastifyRequest, 'headers'>): Promise<LiveSession> {
  const own = ownCalls.getStore();
  if (own === undefined) return sessionOfToken(db, tokenOf(request), isAttended(request));
  const session = await liveSession(db, own);
  if (session === null) throw sessionOver('UNKNOWN');
  return session;
}

/** The person behind a call with their rights as they are now, and what this very call may touch. Throws SESSION_OVER; FORBIDDEN, REFERENCE_UNKNOWN for who may not view as another role. */
export async function authenticate(
  db: Database,
  services: { readonly rights: RightsCache },
  request: Pick<FastifyRequest, 'headers'>,
  access: Access,
): Promise<Caller> {
  const session = await sessionOfCall(db, request);
  const rights = await services.rights.of(session.userNo, session.epoch);
  const screens = screensOf(access, rights);
  const caller: Caller = {
    userNo: session.userNo,
    userName: session.userName,
    realName: session.realName,
    sessionId: session.sessionId,
    codes: rights.codes,
    pages: rights.pages,
    ...reachOn(rights, access),
    isMasked: rights.isMasked,
    masks: masksAt(rights.maskVersions, new Date(), false, screens).masks,
    roleNos: rights.roles.map(({ roleNo }) => roleNo),
    rightsEpoch: rights.epoch,
    mustUpdatePassword: session.mustUpdatePassword,
  };
  const viewed = request.headers[VIEW_AS_HEADER];
  return typeof viewed === 'string' ? await viewingAs(db, caller, screens, viewed) : caller;
}

const cookieForm = /(?:^|;\s*)kituo_([A-Za-z0-9_-]{22})=([A-Za-z0-9_-]{43})(?=;|$)/g;
const secureCookieForm = /(?:^|;\s*)__Host-kituo_([A-Za-z0-9_-]{22})=([A-Za-z0-9_-]{43})(?=;|$)/g;
/** As many as a browser may present; more would be somebody filling the header. */
const MAX_COOKIES = 20;

export interface PresentedSessions {
  /** Live, newest first. */
  readonly live: readonly LiveSession[];
  /** Ids of cookies that name no live session any more. */
  readonly dead: readonly string[];
}

/** The sessions whose document cookies a request carries. They authorize documents and plugin files. */
export async function sessionsOfCookies(
  db: Database,
  { headers, protocol }: Pick<FastifyRequest, 'headers' | 'protocol'>,
): Promise<PresentedSessions> {
  const presented = new Map<string, string>();
  for (const [, id = '', secret = ''] of (headers.cookie ?? '').matchAll(
    protocol === 'https' ? secureCookieForm : cookieForm,
  )) {
    if (presented.size < MAX_COOKIES) presented.set(id, secret);
  }
  if (presented.size === 0) return { live: [], dead: [] };
  const rows = await readSessions(db, [...presented.keys()]);
  const live = rows
    .filter((row) => row.endReason === null)
    .filter((row) => timingSafeEqual(row.cookieHash, secretHash(presented.get(row.sessionId) ?? '')))
    .sort((a, b) => b.startedAt.getTime() - a.startedAt.getTime());
  const alive = new Set(live.map(({ sessionId }) => sessionId));
  return { live, dead: [...presented.keys()].filter((id) => !alive.has(id)) };
}

/**
 * Ends sessions of a person; open browsers are told by a trigger of the database.
 * Answers how many ended.
 */
export async function endSessions(
  db: Queryable,
  userNo: string,
  reason: SessionEndReason,
  which: { readonly only?: string; readonly except?: string } = {},
): Promise<number> {
  const { only, except } = which;
  const result = await db
    .updateTable('session')
    .set({ endedAt: new Date(), endReason: reason })
    .where('userNo', '=', userNo)
    .where('endedAt', 'is', null)
    .$if(only !== undefined, (query) => query.where('sessionId', '=', only ?? ''))
    .$if(except !== undefined, (query) => query.where('sessionId', '!=', except ?? ''))
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}
