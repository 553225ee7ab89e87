import { AppError } from '../../../http/app-error.ts';
import { datedSerial } from './bank-statement.ts';
import { kes, type StatementLine } from './statement-line.ts';

/** A line as it is kept. */
export type KeptLine = Pick<StatementLine, 'serial' | 'kind' | 'amountCents' | 'happenedAt' | 'details'> & {
  readonly runId: string;
};

/** A line to keep. */
export type NewLine = StatementLine & {
  /** The line that has its reference and amount, too. */
  readonly repeats: string | null;
  /** OPEN: somebody has to say whether it is a movement of its own or that line. */
  readonly repeatStatus: 'OPEN' | null;
};

type Keyed = Pick<StatementLine, 'kind' | 'serial'>;

const keyOf = ({ kind, serial }: Keyed): string => `${kind} ${serial}`;
/** Without the day that tells the uses of one reference apart; a number may follow it. */
const undated = (serial: string): string => serial.replace(/-\d{4}-\d{2}-\d{2}(?=(?:-\d{1,3})?$)/, '');
const unnumbered = (serial: string): string => serial.replace(/-\d{1,3}$/, '');

/**
 * What the bank calls each line: `PAY1` of `PAY1` and of `PAY1-2`. Banks number on their own, too, so a number is ours
 * only where the reference without it is among the lines: `FT-12` and `FT-13` are two references.
 */
function referencesIn(lines: readonly Keyed[]): (line: Keyed) => string {
  const among = new Set(lines.map(({ kind, serial }) => `${kind} ${undated(serial)}`));
  return ({ kind, serial }) => {
    let reference = undated(serial);
    for (let shorter = unnumbered(reference); shorter !== reference; shorter = unnumbered(reference)) {
      if (!among.has(`${kind} ${shorter}`)) break;
      reference = shorter;
    }
    return `${kind} ${reference}`;
  };
}

/**
 * The lines of a file that are not kept yet, under serial numbers that nothing else has. Pure. Banks use a reference
 * again: on another day the day tells them apart, in one file a number. Where a line has the reference and amount of one
 * that the day keeps and this file does not list, but other details or another time, it may be that movement in other
 * words or a second one: it is kept as OPEN, and somebody says. M-Pesa gives a receipt number once and words its details
 * by who exports them (`isReceipts`): there a line with another time is OPEN, whatever else the file lists.
 * @throws AppError STATEMENT_DIFFERS where one is kept with another amount: neither is passed over
 */
export function newLines(
  lines: readonly StatementLine[],
  kept: readonly KeptLine[],
  { runId, isReceipts }: { readonly runId: string; readonly isReceipts: boolean },
): NewLine[] {
  const known = new Map(kept.map((line) => [keyOf(line), line]));
  const ofDay = kept.filter((line) => line.runId === runId);
  const keptReference = referencesIn(ofDay);
  const byReference = Map.groupBy(ofDay, keptReference);
  const toldReference = referencesIn(lines);
  const isSame = (one: KeptLine, other: StatementLine) =>
    one.kind === other.kind &&
    one.amountCents === other.amountCents &&
    one.happenedAt.getTime() === other.happenedAt.getTime() &&
    (isReceipts || one.details === other.details);
  /** What is kept and was met again in this file: one line of a bank stands for one. */
  const met = new Set<KeptLine>();

  // The portal of M-Pesa may list a receipt again as it is.
  const once = new Map(lines.map((line) => [`${keyOf(line)} ${line.amountCents} ${line.happenedAt.getTime()}`, line]));
  const told = (isReceipts ? [...once.values()] : lines).map((line) => {
    const isOtherDays = (known.get(keyOf(line))?.runId ?? runId) !== runId;
    const own = isOtherDays ? { ...line, serial: datedSerial(line.serial, line.happenedAt) } : line;
    const reference = toldReference(line);
    return { own, reference, siblings: byReference.get(reference) ?? [] };
  });
  const elsewhere = told.filter(({ own }) => {
    const before = known.get(keyOf(own));
    if (before === undefined || !isSame(before, own)) return true;
    met.add(before);
    return false;
  });
  // The file may have them in another order than the one before it, and so under other numbers.
  const unlike = elsewhere.filter(({ own, siblings }) => {
    const same = siblings.find((one) => isSame(one, own) && !met.has(one));
    if (same === undefined) return true;
    met.add(same);
    return false;
  });

  // A fee has the number of its payment: what repeats one has a number that neither has.
  const taken = new Set([...kept, ...unlike.map(({ own }) => own)].map(({ serial }) => serial));
  const added: NewLine[] = [];
  const addedOf = new Map<string, KeptLine[]>();
  const keep = (line: StatementLine, reference: string, repeat: Pick<NewLine, 'repeats' | 'repeatStatus'>): void => {
    let { serial } = line;
    if (known.has(keyOf(line))) for (let no = 2; taken.has(serial); no += 1) serial = `${line.serial}-${no}`;
    const own = { ...line, serial };
    taken.add(serial);
    known.set(keyOf(own), { ...own, runId });
    addedOf.set(reference, [...(addedOf.get(reference) ?? []), { ...own, runId }]);
    added.push({ ...own, ...repeat });
  };
  for (const { own, reference, siblings } of unlike) {
    const before = known.get(keyOf(own));
    if (before !== undefined && before.amountCents !== own.amountCents && !met.has(before)) {
      throw new AppError('STATEMENT_DIFFERS', {
        facts: { serial: own.serial, stated: kes(own.amountCents), kept: kes(before.amountCents) },
        fields: ['content'],
      });
    }
    const like = [...siblings, ...(addedOf.get(reference) ?? [])].filter((one) => one.amountCents === own.amountCents);
    const mayBe = isReceipts ? before : siblings.find((one) => like.includes(one) && !met.has(one));
    const repeats = (mayBe ?? like[0])?.serial ?? null;
    keep(own, reference, { repeats, repeatStatus: mayBe === undefined ? null : 'OPEN' });
  }
  return added;
}
