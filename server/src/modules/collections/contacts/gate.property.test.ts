import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { lend, makeProduct } from '../../lending/orders/testing/lend.ts';
import { businessDateOf, startOfBusinessDate } from '../../platform/policy/index.ts';
import { askGate, tryGate } from './index.ts';

/*
 * The gate as the database has it, against its rules written down again in a few plain lines: hours, caps over all channels
 * and both systems, third parties, consent, blocks by channel and to a day. Whatever happened before, it lets nobody
 * through whom these lines refuse, and refuses nobody whom they let through.
 */

const MINUTE = 60_000;
const CHANNELS = ['CALL', 'SMS', 'ROBOT'] as const;
type Channel = (typeof CHANNELS)[number];
const CAPS = { CALL: 3, SMS: 2, ROBOT: 2, all: 5 };
const [OPENS, CLOSES] = [8 * 60, 19 * 60];

let app: TestApp;
let staff: { maker: string; checker: string };
let productNo: string;
let phones = 0;
/** Midnight EAT of today: histories run over today and tomorrow. */
const MIDNIGHT = startOfBusinessDate(businessDateOf(new Date())).getTime();

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  staff = {
    maker: (await addPerson(app.database, 'gate.maker')).userNo,
    checker: (await addPerson(app.database, 'gate.checker')).userNo,
  };
  productNo = await makeProduct(app.database.db);
});
afterAll(async () => await app[Symbol.asyncDispose]());

interface Block {
  /** A phone, or `customer`. */
  readonly target: string;
  readonly scopes: readonly string[];
  readonly expiresAt: number | null;
}
interface Model {
  readonly customerNo: string;
  readonly merchantNo: string;
  readonly orderNo: string;
  readonly borrower: string;
  readonly guarantor: string;
  readonly stranger: string;
  hasAgreed: boolean;
  blocks: Block[];
  readonly attempts: { readonly phone: string; readonly channel: Channel; readonly at: number }[];
}

/** The rules, once more and by themselves. */
function isLetThrough(model: Model, phone: string, channel: Channel, at: number): boolean {
  const minute = Math.floor((at - MIDNIGHT) / MINUTE) % 1_440;
  if (minute < OPENS || minute >= CLOSES) return false;
  if (phone === model.stranger) return false;
  if (phone === model.guarantor && !model.hasAgreed) return false;
  const isBlocked = model.blocks.some(({ target, scopes, expiresAt }) => {
    const isAbout = target === phone || target === 'customer';
    const isOver = expiresAt !== null && expiresAt <= at;
    const isShut =
      scopes.includes('ALL') ||
      scopes.includes(channel === 'SMS' ? 'NO_SMS' : 'NO_CALL') ||
      (scopes.includes('NOT_A_CONTACT') && phone !== model.borrower);
    return isAbout && !isOver && isShut;
  });
  if (isBlocked) return false;
  const day = Math.floor((at - MIDNIGHT) / 86_400_000);
  const today = model.attempts.filter(
    (one) => one.phone === phone && one.at <= at && Math.floor((one.at - MIDNIGHT) / 86_400_000) === day,
  );
  const ofChannel = today.filter((one) => one.channel === channel).length;
  return ofChannel < CAPS[channel] && today.length < CAPS.all;
}

async function openModel(): Promise<Model> {
  const { db } = app.database;
  const { orderNo, customerNo, merchantNo } = await lend(db, { productNo, approvedCents: 500_000, ...staff });
  const { phone: borrower } = await db
    .selectFrom('customer')
    .select('phone')
    .where('customerNo', '=', customerNo)
    .executeTakeFirstOrThrow();
  phones += 1;
  const [guarantor, stranger] = [
    `2547440${String(phones).padStart(5, '0')}`,
    `2547550${String(phones).padStart(5, '0')}`,
  ];
  await db
    .insertInto('contactParty')
    .values({ partyKind: 'GUARANTOR', merchantNo, customerNo, phone: guarantor, partyName: 'Guarantor' })
    .execute();
  return { customerNo, merchantNo, orderNo, borrower, guarantor, stranger, hasAgreed: false, blocks: [], attempts: [] };
}

const step = fc.record({
  does: fc.constantFrom('try', 'try', 'try', 'try', 'block', 'lift', 'agree', 'withdraw'),
  whom: fc.constantFrom('borrower', 'borrower', 'guarantor', 'stranger'),
  channel: fc.constantFrom(...CHANNELS),
  /** Minutes that pass before it. */
  wait: fc.oneof(fc.constant(1), fc.integer({ min: 0, max: 240 })),
  scope: fc.constantFrom('ALL', 'NO_CALL', 'NO_SMS', 'NOT_A_CONTACT'),
  ofCustomer: fc.boolean(),
  kind: fc.constantFrom('DO_NOT_CALL', 'DISPUTE', 'COMPLAINT', 'OBJECTED'),
  hours: fc.option(fc.integer({ min: 1, max: 12 })),
});
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

async function act(model: Model, one: Step, at: number): Promise<void> {
  const { db } = app.database;
  const { customerNo, merchantNo, orderNo, guarantor } = model;
  const phone = model[one.whom as 'borrower' | 'guarantor' | 'stranger'];
  switch (one.does) {
    case 'try': {
      const question = {
        phone,
        channel: one.channel,
        purpose: 'COLLECTION',
        customerNo,
        merchantNo,
        at: new Date(at),
      } as const;
      const { answer } = await db.transaction().execute((tx) => tryGate(tx, question, { orderNo, userNo: null }));
      expect([one.whom, one.channel, answer.isAllowed]).toEqual([
        one.whom,
        one.channel,
        isLetThrough(model, phone, one.channel, at),
      ]);
      if (answer.isAllowed) model.attempts.push({ phone, channel: one.channel, at });
      return;
    }
    case 'block': {
      const expiresAt = one.hours === null ? null : at + one.hours * 60 * MINUTE;
      const target = one.ofCustomer ? { customerNo } : { phone };
      const { rows } = await sql<{ blockId: number }>`insert into contact_block
        (block_kind, customer_no, phone, merchant_no, block_scopes, note, set_by, set_at, expires_at)
        values (${one.kind}, ${'customerNo' in target ? customerNo : null}, ${'phone' in target ? phone : null},
          ${merchantNo}, ${[one.scope]}::text[], 'law', ${staff.maker}, ${new Date(at - MINUTE)},
          ${expiresAt === null ? null : new Date(expiresAt)}::timestamptz)
        on conflict do nothing returning block_id`.execute(db);
      if (rows.length > 0)
        model.blocks.push({ target: one.ofCustomer ? 'customer' : phone, scopes: [one.scope], expiresAt });
      return;
    }
    case 'lift':
      await sql`update contact_block set lifted_at = greatest(set_at, now()), lifted_by = ${staff.checker}
        where lifted_at is null and (customer_no = ${customerNo} or phone = ${phone})`.execute(db);
      model.blocks = model.blocks.filter(({ target }) => target !== 'customer' && target !== phone);
      return;
    case 'agree':
    case 'withdraw':
      model.hasAgreed = one.does === 'agree';
      await sql`update contact_party set consented_at = now(), consent_voucher_ids = '{AT1}',
        withdrawn_at = ${one.does === 'withdraw' ? new Date() : null} where phone = ${guarantor}`.execute(db);
      return;
  }
}

it(
  'lets nobody through whom its rules refuse, and refuses nobody whom they let through',
  { timeout: 180_000 },
  async () => {
    const { db } = app.database;
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 6, max: 20 }),
        fc.array(step, { minLength: 6, maxLength: 16 }),
        async (hour, steps) => {
          const model = await openModel();
          let at = MIDNIGHT + hour * 60 * MINUTE;
          for (const one of steps) {
            at += one.wait * MINUTE;
            await act(model, one, at);
            // Asked without trying, of everybody and over every channel.
            for (const whom of ['borrower', 'guarantor', 'stranger'] as const) {
              for (const channel of CHANNELS) {
                const { customerNo, merchantNo, [whom]: phone } = model;
                const question = {
                  phone,
                  channel,
                  purpose: 'COLLECTION',
                  customerNo,
                  merchantNo,
                  at: new Date(at),
                } as const;
                const answer = await askGate(db, question);
                expect([whom, channel, answer.isAllowed]).toEqual([
                  whom,
                  channel,
                  isLetThrough(model, phone, channel, at),
                ]);
              }
            }
          }
        },
      ),
      { numRuns: 25 },
    );
  },
);
