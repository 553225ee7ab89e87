import { inBoundedThread } from '../../../bounded-thread.ts';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { BankStatement } from './bank-statement.ts';
import type { BankAnswer } from './bank-worker.ts';
import { columnsOf } from './columns.ts';
import { linesOfRows } from './read-statement.ts';
import { kes, type StatementLine } from './statement-line.ts';

/** The books are in shillings alone. */
const CURRENCY = 'KES';

/** The format is told by what the file begins with: its name says little. */
function formatOf(content: string): 'CAMT053' | 'MT940' | 'ROWS' {
  const start = content.slice(0, 4_096).replace(/^\uFEFF/, '');
  if (/^\s*</.test(start)) return 'CAMT053';
  return /^\s*\{1:/.test(start) || /^:20:/m.test(start) ? 'MT940' : 'ROWS';
}

/**
 * The lines of a statement of the account, of whatever format.
 * @throws AppError STATEMENT_UNREADABLE, STATEMENT_LINE, STATEMENT_COLUMNS, STATEMENT_OTHER_ACCOUNT, STATEMENT_CURRENCY,
 *   STATEMENT_SUMS, IMPORT_UNREADABLE, IMPORT_TOO_LARGE
 */
export async function linesOf(
  db: Queryable,
  accountCode: string,
  { fileName, content }: { readonly fileName: string; readonly content: string },
): Promise<readonly StatementLine[]> {
  const format = formatOf(content);
  if (format === 'ROWS') return await linesOfRows(fileName, content, await columnsOf(db, accountCode));
  const script = new URL('./bank-worker.ts', import.meta.url);
  const answer = await inBoundedThread<BankAnswer>(script, { format, content });
  if ('fault' in answer) {
    if (answer.fault === 'REFUSED' && answer.line !== null) {
      throw new AppError('STATEMENT_LINE', { facts: { lineNo: answer.line }, fields: ['content'] });
    }
    throw new AppError('STATEMENT_UNREADABLE', { fields: ['content'] });
  }
  const number = await numberOf(db, accountCode);
  for (const statement of answer.statements) check(statement, number);
  return answer.statements.flatMap(({ lines }) => lines);
}

/** What our account is called at its bank; null where we do not know. */
export async function numberOf(db: Queryable, accountCode: string): Promise<string | null> {
  const known = await db
    .selectFrom('moneyAccount as a')
    .leftJoin('loanerAccount as l', 'l.accountCode', 'a.accountCode')
    .leftJoin('repayAccount as r', 'r.accountCode', 'a.accountCode')
    .select((eb) =>
      eb.fn
        .coalesce('l.accountNo', 'r.accountNo', 'l.shortCode', 'r.shortCode')
        .$castTo<string | null>()
        .as('accountNo'),
    )
    .where('a.accountCode', '=', accountCode)
    .executeTakeFirst();
  return known?.accountNo ?? null;
}

/** Banks write their code, an IBAN or zeros in front of the number, and a currency after it. */
const isOf = (stated: string, number: string): boolean =>
  stated
    .replace(/\W*[A-Z]{3}$/i, '')
    .replaceAll(/[^0-9A-Z]/gi, '')
    .endsWith(number);

function check({ accountNo, currency, openingCents, closingCents, lines }: BankStatement, number: string | null): void {
  if (number !== null && !isOf(accountNo, number)) {
    throw new AppError('STATEMENT_OTHER_ACCOUNT', {
      facts: { account: `…${accountNo.slice(-4)}` },
      fields: ['accountId'],
    });
  }
  if (currency !== CURRENCY) throw new AppError('STATEMENT_CURRENCY', { facts: { currency }, fields: ['content'] });
  const movements = lines.reduce((sum, { kind, amountCents }) => sum + (kind === 'IN' ? amountCents : -amountCents), 0);
  if (openingCents + movements === closingCents) return;
  const facts = { computed: kes(openingCents + movements), closing: kes(closingCents) };
  throw new AppError('STATEMENT_SUMS', { facts, fields: ['content'] });
}
