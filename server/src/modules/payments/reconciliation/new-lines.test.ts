import { expect, test } from 'vitest';
import { type KeptLine, newLines } from './new-lines.ts';
import type { StatementLine } from './statement-line.ts';

const DAY = { runId: 'RD1', isReceipts: false };
const line = (serial: string, details: string, changes: Partial<StatementLine> = {}): StatementLine => ({
  serial,
  kind: 'IN',
  amountCents: 250_000,
  happenedAt: new Date('2026-11-20T00:00:00+03:00'),
  details,
  ...changes,
});
const kept = (serial: string, details: string, changes: Partial<KeptLine> = {}): KeptLine => ({
  ...line(serial, details),
  runId: 'RD1',
  ...changes,
});
const told = (lines: ReturnType<typeof newLines>) =>
  lines.map(({ serial, details, repeatStatus }) => `${serial} ${details} ${repeatStatus ?? '-'}`);

test('a reference with the same amount and other details is kept, for somebody to say what it is', () => {
  const before = [kept('PAY1', 'Otieno')];
  expect(told(newLines([line('PAY1', 'Wanjiru'), line('PAY2', 'Njeri')], before, DAY))).toEqual([
    'PAY1-2 Wanjiru OPEN',
    'PAY2 Njeri -',
  ]);
  // Neither of two is Otieno's as it is kept: one of them may be.
  expect(told(newLines([line('PAY1', 'OTIENO J'), line('PAY1-2', 'Wanjiru')], before, DAY))).toEqual([
    'PAY1-3 OTIENO J OPEN',
    'PAY1-2 Wanjiru OPEN',
  ]);
});

test('a file that lists both is believed, the newest line first or last', () => {
  const before = [kept('PAY1', 'Otieno')];
  const both = [
    [line('PAY1', 'Otieno'), line('PAY1-2', 'Wanjiru')],
    [line('PAY1', 'Wanjiru'), line('PAY1-2', 'Otieno')],
    [line('PAY1', 'Wanjiru', { amountCents: 1 }), line('PAY1-2', 'Otieno')],
  ];
  for (const file of both) expect(told(newLines(file, before, DAY))).toEqual(['PAY1-2 Wanjiru -']);
});

test('what is kept already is taken in once, in whatever order its file has it now', () => {
  const before = [kept('PAY1', 'Otieno'), kept('PAY1-2', 'Wanjiru')];
  expect(newLines([line('PAY1', 'Wanjiru'), line('PAY1-2', 'Otieno')], before, DAY)).toEqual([]);
  // Two of Wanjiru's: one is kept, the other one is not passed over.
  expect(told(newLines([line('PAY1', 'Wanjiru'), line('PAY1-2', 'Wanjiru')], before, DAY))).toEqual([
    'PAY1-3 Wanjiru OPEN',
  ]);
  // References that end in a number are no repetitions of one another.
  expect(told(newLines([line('FT-13', 'Loan')], [kept('FT-12', 'Loan')], DAY))).toEqual(['FT-13 Loan -']);
});

test('no file is ever new to what it brought, however it is ordered', () => {
  const other = [kept('PAY1', 'Otieno', { runId: 'RD0' })];
  const files = [
    [line('PAY1', 'Otieno'), line('PAY1-2', 'Wanjiru'), line('PAY1-3', 'Otieno'), line('FT-12', 'Loan')],
    [line('NOREF-2026-11-20', 'Otieno'), line('NOREF-2026-11-20-2', 'Wanjiru')],
    [line('SGR7A0001', 'Pay'), line('SGR7A0001', 'Pay', { happenedAt: new Date('2026-11-20T10:00:00+03:00') })],
  ];
  for (const isReceipts of [false, true]) {
    for (const file of files) {
      const brought = newLines(file, other, { runId: 'RD1', isReceipts });
      const now = [...other, ...brought.map((one) => ({ ...one, runId: 'RD1' }))];
      expect(newLines(file, now, { runId: 'RD1', isReceipts })).toEqual([]);
      expect(newLines(file.toReversed(), now, { runId: 'RD1', isReceipts })).toEqual([]);
    }
  }
});

test('M-Pesa words its details by who exports them: a receipt at another time alone is a repetition', () => {
  const receipts = { ...DAY, isReceipts: true };
  const before = [kept('SGR7A0001', '2547***678')];
  expect(newLines([line('SGR7A0001', '254712345678')], before, receipts)).toEqual([]);
  const later = line('SGR7A0001', '2547***678', { happenedAt: new Date('2026-11-20T10:00:00+03:00') });
  const repeated = ['SGR7A0001-2 2547***678 OPEN'];
  expect(told(newLines([later], before, receipts))).toEqual(repeated);
  expect(told(newLines([later, later, line('SGR7A0001', 'Pay')], before, receipts))).toEqual(repeated);
  expect(told(newLines([line('SGR7A0001', 'Pay'), later, later], [], receipts))).toEqual([
    'SGR7A0001 Pay -',
    ...repeated,
  ]);
  // A payout and its charge have one number, their repetitions have not.
  const charge = { kind: 'FEE' as const, amountCents: 1_500 };
  const paid = [line('SGR7A0002', 'Paid', { kind: 'OUT' }), line('SGR7A0002', 'Charge', charge)];
  const again = paid.map((one) => ({ ...one, happenedAt: later.happenedAt }));
  expect(told(newLines([...paid, ...again], [], receipts))).toEqual([
    'SGR7A0002 Paid -',
    'SGR7A0002 Charge -',
    'SGR7A0002-2 Paid OPEN',
    'SGR7A0002-3 Charge OPEN',
  ]);
});

test('another amount is refused, and a reference of another day is its own', () => {
  expect(() => newLines([line('PAY1', 'Otieno', { amountCents: 1 })], [kept('PAY1', 'Otieno')], DAY)).toThrow(
    expect.objectContaining({ error: 'STATEMENT_DIFFERS' }),
  );
  expect(told(newLines([line('PAY1', 'Otieno')], [kept('PAY1', 'Njeri', { runId: 'RD0' })], DAY))).toEqual([
    'PAY1-2026-11-20 Otieno -',
  ]);
});
