import type { reconciliation } from '@kituo/sdk/contracts';
import type { StatementLine } from './statement-line.ts';

/** What our books say moved on an account: a receipt, a payout, a fee. */
export interface OurEntry {
  readonly serial: string;
  readonly kind: StatementLine['kind'];
  readonly amountCents: number;
  readonly happenedAt: Date;
  /** A payout that has not ended yet is in no total. */
  readonly isFinal: boolean;
  readonly flowNo: string | null;
  readonly attemptNo: string | null;
  /** What it is where it is neither payment nor payout; empty otherwise. */
  readonly details?: string;
}

/** A line of the statement; OPEN where it may repeat another one. */
type DayLine = StatementLine & { readonly repeatStatus?: 'OPEN' | 'COUNTED' | 'LEFT_OUT' | null };

export interface FoundDifference {
  readonly diffType: reconciliation.ReconDiffType;
  readonly serial: string;
  readonly statementCents: number | null;
  readonly ourCents: number | null;
  readonly happenedAt: Date;
  readonly details: string;
  readonly flowNo: string | null;
  readonly attemptNo: string | null;
}

const signed = ({ kind, amountCents }: { readonly kind: StatementLine['kind']; readonly amountCents: number }) =>
  kind === 'IN' ? amountCents : -amountCents;
const keyOf = ({ kind, serial }: Pick<StatementLine, 'kind' | 'serial'>) => `${kind} ${serial}`;

/**
 * Holds a statement against our books, by kind and serial number. Pure. What differs is named; the named differences
 * sum to the difference of the totals. `doubled`: by serial number, the payout that money out would be a second time.
 */
export function matchDay(
  lines: readonly DayLine[],
  ours: readonly OurEntry[],
  doubled: ReadonlyMap<string, string> = new Map(),
) {
  const known = knownOf(ours);
  const told = new Map(lines.map((line) => [keyOf(line), line]));
  const differences: FoundDifference[] = [];
  // Payouts under way: the channel knows how one ended that the statement may have, before we do.
  const underWay = ours.filter((entry) => entry.kind === 'OUT' && !entry.isFinal && !told.has(keyOf(entry)));
  const mayBe = (line: DayLine): OurEntry | undefined => {
    if (line.kind !== 'OUT') return undefined;
    const at = underWay.findIndex(({ amountCents }) => amountCents === line.amountCents);
    return at < 0 ? undefined : underWay.splice(at, 1)[0];
  };
  let matchedCount = 0;
  for (const line of lines) {
    const isRepeat = line.repeatStatus === 'OPEN';
    const entry = isRepeat
      ? undefined
      : (known.get(keyOf(line)) ?? (doubled.has(line.serial) ? undefined : mayBe(line)));
    if (entry?.isFinal === true && entry.amountCents === line.amountCents) {
      matchedCount += 1;
      continue;
    }
    const twice = entry === undefined && line.kind === 'OUT' ? doubled.get(line.serial) : undefined;
    differences.push({
      diffType: isRepeat ? 'TWICE' : twice === undefined ? typeOfLine(line, entry) : 'PAID_TWICE',
      serial: line.serial,
      statementCents: signed(line),
      ourCents: entry?.isFinal === true ? signed(entry) : null,
      happenedAt: line.happenedAt,
      details: line.details,
      flowNo: entry?.flowNo ?? null,
      attemptNo: entry?.attemptNo ?? twice ?? null,
    });
  }
  for (const entry of ours) {
    if (!entry.isFinal || told.has(keyOf(entry))) continue;
    const { serial, happenedAt, flowNo, attemptNo, kind } = entry;
    const diffType = kind === 'IN' ? 'MISSING_THERE' : kind === 'OUT' ? 'PAYOUT_MISSING' : 'CHANNEL_FEE';
    const nothing = { statementCents: null, details: entry.details ?? '' };
    differences.push({ diffType, serial, ...nothing, ourCents: signed(entry), happenedAt, flowNo, attemptNo });
  }
  return {
    differences,
    matchedCount,
    statementTotalCents: lines.reduce((sum, line) => sum + signed(line), 0),
    ourTotalCents: ours.filter(({ isFinal }) => isFinal).reduce((sum, entry) => sum + signed(entry), 0),
  };
}

/** By kind and serial number: a payout and the claim of what it paid too much have one number, and are one line. */
function knownOf(ours: readonly OurEntry[]): Map<string, OurEntry> {
  const known = new Map<string, OurEntry>();
  for (const entry of ours) {
    const other = known.get(keyOf(entry));
    known.set(keyOf(entry), other ? { ...other, amountCents: other.amountCents + entry.amountCents } : entry);
  }
  return known;
}

function typeOfLine({ kind }: StatementLine, entry: OurEntry | undefined): reconciliation.ReconDiffType {
  if (kind === 'FEE') return 'CHANNEL_FEE';
  if (kind === 'OUT') return entry?.isFinal === false ? 'PAYOUT_STATUS' : entry ? 'AMOUNT' : 'MISSING_HERE';
  return entry ? 'AMOUNT' : 'MISSING_HERE';
}
