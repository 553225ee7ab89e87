import { Readable } from 'node:stream';
import type { ParsedRequestOf, prepaid } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Call, CommandContext, DataScope, FileReply } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { CONTENT_TYPE, fileChunks } from '../../platform/exports/index.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { maskEmail } from '../../platform/masking/index.ts';
import { queueMail } from '../../platform/messages/index.ts';
import { pdfOf } from '../../platform/pdf/index.ts';
import { businessDateOf, shownDay, startOfBusinessDate } from '../../platform/policy/index.ts';
import { typeNamesOf } from './prices.ts';

interface Line {
  readonly businessDate: string;
  readonly isReversal: boolean;
  readonly reference: string;
  readonly consumptionType: string | null;
  readonly amountCents: number;
}

interface Statement {
  readonly merchantNo: string;
  readonly merchantName: string;
  readonly from: string;
  readonly through: string;
  readonly openingCents: number;
  readonly lines: readonly (Line & { readonly what: string; readonly balanceCents: number })[];
  readonly closingCents: number;
  /** Of each kind of line. */
  readonly totals: ReadonlyMap<string, number>;
}

const TYPES: Readonly<Record<string, string>> = {
  ORDER_DELIVERED: 'Orders delivered',
  LOAN_DISBURSED: 'Loans disbursed',
  DATA_QUERY: 'Data queries',
  SMS_SENT: 'SMS sent',
  FACE_CHECK: 'Face checks',
};
/** What a line is of: by the merchant's own name of the type where its price has one. */
const wordsOf = (names: ReadonlyMap<string, string>) => (line: Pick<Line, 'consumptionType' | 'isReversal'>) => {
  const { consumptionType, isReversal } = line;
  const what = consumptionType === null ? 'Recharge' : (names.get(consumptionType) ?? TYPES[consumptionType]);
  return isReversal ? `${what ?? consumptionType ?? ''}, reversed` : (what ?? consumptionType ?? '');
};

/** What moved a merchant's balance in a month, from its postings: opening and lines are the closing balance to the cent. */
async function readStatement(db: Queryable, merchantNo: string, month: string): Promise<Statement> {
  const { merchantName } = await db
    .selectFrom('merchant')
    .select('merchantName')
    .where('merchantNo', '=', merchantNo)
    .executeTakeFirstOrThrow();
  const from = `${month}-01`;
  const [year = 0, number = 0] = month.split('-').map(Number);
  // The day before the next month begins.
  const through = new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
  const own = sql`p.account_code = 'MERCHANT_PREPAID' AND p.merchant_no = ${merchantNo}`;
  const before = await sql<{ openingCents: number }>`
    SELECT coalesce(-sum(p.amount_cents), 0)::bigint AS opening_cents FROM posting p
    WHERE ${own} AND p.business_date < ${from}::date`.execute(db);
  const { rows } = await sql<Line>`
    SELECT p.business_date, j.reverses_id IS NOT NULL AS is_reversal,
      coalesce(c.record_no, j.cause_no) AS reference, c.consumption_type,
      -p.amount_cents AS amount_cents
    FROM posting p JOIN journal j USING (journal_id, business_date)
    LEFT JOIN merchant_consumption c ON c.merchant_no = p.merchant_no
      AND c.journal_id = coalesce(j.reverses_id, j.journal_id)
    WHERE ${own} AND p.business_date BETWEEN ${from}::date AND ${through}::date
    ORDER BY p.business_date, p.journal_id, p.line_no`.execute(db);
  const openingCents = before.rows[0]?.openingCents ?? 0;
  let balanceCents = openingCents;
  const totals = new Map<string, number>();
  const whatOf = wordsOf(await typeNamesOf(db, merchantNo));
  const lines = rows.map((line) => {
    const what = whatOf(line);
    balanceCents += line.amountCents;
    totals.set(what, (totals.get(what) ?? 0) + line.amountCents);
    return { ...line, what, balanceCents };
  });
  return { merchantNo, merchantName, from, through, openingCents, lines, closingCents: balanceCents, totals };
}

const kes = (cents: number): string => new Intl.NumberFormat('en-US', { minimumFractionDigits: 2 }).format(cents / 100);

const stemOf = (merchantNo: string, month: string): string => `statement-${merchantNo}-${month}`;

/** @throws AppError NOT_FOUND; BAD_REQUEST for a month that has not begun */
async function refuseStatement(
  db: Queryable,
  { merchantNo, month, scope }: { readonly merchantNo: string; readonly month: string; readonly scope: DataScope },
): Promise<void> {
  if (!seesMerchant(scope, merchantNo)) throw new AppError('NOT_FOUND');
  const found = await db
    .selectFrom('merchant')
    .select('merchantNo')
    .where('merchantNo', '=', merchantNo)
    .executeTakeFirst();
  if (!found) throw new AppError('NOT_FOUND');
  if (`${month}-01` > businessDateOf(new Date())) {
    throw new AppError('BAD_REQUEST', { fields: [{ field: 'month', msg: 'Must have begun' }] });
  }
}

/**
 * The paper of a month to the address of the merchant's service account: made now, sent by the outbox.
 * @throws AppError NOT_FOUND, SERVICE_ACCOUNT_MISSING, MESSAGE_CHANNEL_CLOSED; BAD_REQUEST for a month that has not begun
 */
export async function sendStatement(
  { merchantNo, month }: ParsedRequestOf<typeof prepaid.statementSend>,
  call: CommandContext,
): Promise<{ sentTo: string }> {
  const { tx, caller, services } = call;
  await refuseStatement(tx, { merchantNo, month, scope: caller.scope });
  const account = await tx
    .selectFrom('merchantService')
    .select('contactEmail')
    .where('merchantNo', '=', merchantNo)
    .executeTakeFirst();
  if (!account) throw new AppError('SERVICE_ACCOUNT_MISSING', { fields: ['merchantNo'] });
  if (!services.messages.channels.includes('EMAIL')) {
    throw new AppError('MESSAGE_CHANNEL_CLOSED', { facts: { channel: 'EMAIL' } });
  }
  const statement = await readStatement(tx, merchantNo, month);
  const { merchantName, from, through, openingCents, closingCents } = statement;
  const period = `${shownDay(from)} – ${shownDay(through)}`;
  const fileName = `${stemOf(merchantNo, month)}.pdf`;
  await queueMail(tx, {
    kind: 'merchant.statement',
    to: account.contactEmail,
    subject: `Statement of ${merchantName}, ${period}`,
    body: [
      `Attached is the statement of your prepaid account for ${period}.`,
      `Opening balance: KES ${kes(openingCents)}`,
      `Closing balance: KES ${kes(closingCents)}`,
    ].join('\n'),
    attachments: [{ fileName, contentType: 'application/pdf', content: await paperOf(statement) }],
  });
  const sentTo = maskEmail(account.contactEmail);
  await writeAudit(tx, call, {
    action: 'merchantConfig.statementSend',
    subjectType: 'merchantService',
    subjectNo: merchantNo,
    merchantNo,
    after: { month, sentTo, fileName },
  });
  return { sentTo };
}

/** @throws AppError NOT_FOUND; BAD_REQUEST for a month that has not begun */
export async function statementFile(
  { merchantNo, month, format }: ParsedRequestOf<typeof prepaid.statement>,
  { db, caller }: Call,
): Promise<FileReply> {
  await refuseStatement(db, { merchantNo, month, scope: caller.scope });
  const statement = await readStatement(db, merchantNo, month);
  const stem = stemOf(merchantNo, month);
  if (format === 'xlsx')
    return { fileName: `${stem}.xlsx`, contentType: CONTENT_TYPE.xlsx, content: sheetOf(statement) };
  return { fileName: `${stem}.pdf`, contentType: 'application/pdf', content: await paperOf(statement) };
}

function sheetOf({ lines, openingCents, closingCents, from, through, totals }: Statement): Readable {
  const amount = (cents: number) => cents / 100;
  const rows = [
    [from, 'Opening balance', '', null, amount(openingCents)],
    ...lines.map((line) => [
      line.businessDate,
      line.what,
      line.reference,
      amount(line.amountCents),
      amount(line.balanceCents),
    ]),
    [through, 'Closing balance', '', null, amount(closingCents)],
    ...[...totals].map(([what, cents]) => ['', `Total: ${what}`, '', amount(cents), null]),
  ];
  async function* batches() {
    yield await Promise.resolve(rows);
  }
  const head = ['Date', 'What', 'Reference', 'Amount (KES)', 'Balance (KES)'];
  return Readable.from(fileChunks('xlsx', { name: 'Statement', head, batches: batches() }));
}

async function paperOf(statement: Statement): Promise<Buffer> {
  const { merchantNo, merchantName, from, through, openingCents, closingCents, lines, totals } = statement;
  return await pdfOf({
    title: `Statement, ${merchantName}`,
    madeAt: startOfBusinessDate(through),
    facts: [
      ['Merchant', merchantNo],
      ['Period', `${shownDay(from)} – ${shownDay(through)}`],
      ['Opening balance', `KES ${kes(openingCents)}`],
      ...[...totals].map(([what, cents]) => [what, `KES ${kes(cents)}`] as const),
      ['Closing balance', `KES ${kes(closingCents)}`],
    ],
    table: {
      head: ['What', 'Date', 'Reference', 'Amount', 'Balance'],
      rows: lines.map((line) => [
        line.what,
        shownDay(line.businessDate),
        line.reference,
        kes(line.amountCents),
        kes(line.balanceCents),
      ]),
      figures: [3, 4],
    },
  });
}
