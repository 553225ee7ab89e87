import type { Database, Tx } from '../../../../db/database.ts';
import { AppError } from '../../../../http/app-error.ts';
import type { Caller, CommandContext } from '../../../../http/implement.ts';
import { allRoutes } from '../../../../routes.ts';
import { addPerson, type TestApp } from '../../../../../testing/test-app.ts';
import { attachFile } from '../../../platform/files/testing/attach-file.ts';
import { createLogger } from '../../../platform/health/index.ts';
import type { Lender, ModelPeople, Speaker, World } from './model-world.ts';

/*
 * The company around the loan of a history: its commands go through the handlers of their endpoints, with all that
 * these write (records, events, requests that await approval), but without the wire.
 */

/** What a command of the company is made of: the history's loan, what the history made so far, and chance. */
export interface Turn {
  readonly tx: Tx;
  readonly world: World;
  readonly lender: Lender;
  readonly pick: number;
  readonly cents: number;
}

export interface LenderCommand {
  readonly by: Speaker;
  request(turn: Turn): object | Promise<object>;
}

type Handle = (request: unknown, call: CommandContext) => Promise<unknown>;
const log = createLogger('silent');
const routesByName = new Map(allRoutes.map((route) => [route.endpoint.name, route]));

/** What refunds and transfers are proved with. */
export const CERTIFICATE = 'AT1';
/** What is proved of an order: its offline payout, a payment that nobody told us of. */
export const ORDER_CERTIFICATE = 'AT2';

/** Two people who hold everything, so that what is refused is refused by state and rule alone. */
export async function openLender(app: TestApp, people: ModelPeople): Promise<Lender> {
  const { db } = app.database;
  const codes = new Set(
    allRoutes.flatMap(({ endpoint: { access } }) =>
      typeof access === 'object' && 'code' in access ? access.code : [],
    ),
  );
  for (const { checkerCode } of app.services.changes.values()) codes.add(checkerCode);
  const [third = ''] = people.collectors;
  await holdEverything(db, [people.maker, people.checker, third], codes);
  await attachFile(db, { attachmentNo: CERTIFICATE, subjectType: 'chargeVoucher', subjectNo: 'M0001' });
  await attachFile(db, { attachmentNo: ORDER_CERTIFICATE, subjectType: 'order', subjectNo: 'LO1' });
  const callerOf = (userNo: string): Caller => ({
    userNo,
    userName: userNo,
    realName: userNo,
    sessionId: 'history',
    codes,
    pages: new Set(),
    scope: 'all',
    isMasked: false,
    maskedFields: new Set(),
    roleNos: [],
    masks: {},
    rightsEpoch: 0,
    mustUpdatePassword: false,
  });
  const callers = {
    maker: callerOf(people.maker),
    checker: callerOf(people.checker),
    third: callerOf(third),
  };
  const marketProductNo = await partnersProduct(db);
  return { app, callers, marketProductNo, frozenAuditorNo: await frozenAuditor(app) };
}

/** Jobs run with the rights that people truly hold. */
async function holdEverything(db: Database, userNos: readonly string[], codes: ReadonlySet<string>): Promise<void> {
  const role = { roleName: 'everything', dataScope: 'ALL', isDesensitization: false } as const;
  const { roleNo } = await db.insertInto('role').values(role).returning('roleNo').executeTakeFirstOrThrow();
  await db
    .insertInto('roleCode')
    .values([...codes].map((code) => ({ roleNo, code })))
    .execute();
  await db
    .insertInto('userRole')
    .values(userNos.map((userNo) => ({ userNo, roleNo })))
    .execute();
}

async function frozenAuditor({ database }: TestApp): Promise<string> {
  const { db } = database;
  const { userNo } = await addPerson(database, 'history.frozen');
  const record = { personnelKind: 'AUDITOR', userNo } as const;
  await db
    .insertInto('personnel')
    .values({ ...record, personnelStatus: 'FROZEN', dailyCap: 999, firstLoanWhitelist: true })
    .execute();
  const merchants = await db.selectFrom('merchant').select('merchantNo').execute();
  await db
    .insertInto('personnelMerchant')
    .values(merchants.map(({ merchantNo }) => ({ ...record, merchantNo })))
    .execute();
  return userNo;
}

async function partnersProduct(db: Database): Promise<string> {
  const { merchantNo } = await db
    .selectFrom('merchant')
    .select('merchantNo')
    .orderBy('merchantNo')
    .limit(1)
    .executeTakeFirstOrThrow();
  const platform = { platformCode: 'Histories', platformName: 'Histories', merchantNo, settlementMode: 'CPA' } as const;
  await db.insertInto('partnerPlatform').values(platform).execute();
  const product = { platformCode: 'Histories', productName: 'Quick loan', unitPriceCents: 150_00, shareBps: null };
  return (await db.insertInto('partnerProduct').values(product).returning('marketProductNo').executeTakeFirstOrThrow())
    .marketProductNo;
}

/**
 * Says a command, and keeps the numbers that it answers.
 * @throws AppError of the command; any other fault is one of the model
 */
export async function say({ tx, world, lender }: Turn, name: string, by: Speaker, request: object): Promise<void> {
  const route = routesByName.get(name);
  if (!route) throw new Error(`there is no endpoint ${name}`);
  // `implement` has paired handler and endpoint by type; for all of them at once, it cannot be said.
  const handle = route.handle as Handle;
  const parsed = route.endpoint.request.safeParse(request);
  if (!parsed.success) throw new Error(`the model asks wrongly for ${name}: ${parsed.error.message}`);
  const reply = await handle(parsed.data, {
    services: lender.app.services,
    db: lender.app.database.db,
    tx,
    caller: lender.callers[by],
    requestId: 'history',
    log,
    lang: 'en',
    address: '',
    afterCommit: () => undefined,
    answerOnce: () => undefined,
  });
  keepNumbers(world.made, reply);
}

/** Every number that a reply names, by its field: `rechargeNo` → RC000001. */
function keepNumbers(made: Map<string, string[]>, reply: unknown): void {
  if (typeof reply !== 'object' || reply === null) return;
  for (const [field, value] of Object.entries(reply)) {
    if (field.endsWith('No') && typeof value === 'string') keepNumber(made, field, value);
    else keepNumbers(made, value);
  }
}

export function keepNumber(made: Map<string, string[]>, field: string, value: string): void {
  const known = made.get(field) ?? [];
  if (!known.includes(value)) made.set(field, [...known, value]);
}

/** The newest three that the history made. @throws AppError NOTHING_CHANGES where it made none */
export function newestOf({ world }: Turn, field: string, prefix = ''): readonly string[] {
  const found = (world.made.get(field) ?? []).filter((no) => no.startsWith(prefix)).slice(-3);
  if (found.length === 0) throw new AppError('NOTHING_CHANGES');
  return found;
}

/** One of them. */
export function oneOf(turn: Turn, field: string, prefix = ''): string {
  const found = newestOf(turn, field, prefix);
  return found[turn.pick % found.length] ?? '';
}

/** A text that no other command of any history says. */
export function serialOf({ world }: Turn): string {
  return `${world.loan.orderNo}-${(world.count += 1)}`;
}
