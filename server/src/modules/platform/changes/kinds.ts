import type { change } from '@kituo/sdk/contracts';
import * as z from 'zod/mini';
import type { Queryable, Tx } from '../../../db/database.ts';
import type { CommandContext, DataScope, RowAlternative } from '../../../http/implement.ts';
import type { Services } from '../../../services.ts';

declare module '../../../services.ts' {
  interface Services {
    /** The commands that can wait for an approver. */
    readonly changes: ChangeKinds;
  }
}

export type Facts = Readonly<Record<string, unknown>>;

/** What a change is about, as it is now: read when it is asked for and again when it is approved. */
export interface ChangeSubject {
  /** One waiting change a kind and subject; null where it is about many. */
  readonly subjectNo: string | null;
  readonly subjectName: string;
  /** The fields that change, masked: they are shown to everybody who sees the request. */
  readonly before: Facts | null;
  readonly after: Facts;
  /** People whose rights it touches; none of them decides it. */
  readonly concerns: readonly string[];
  /** Whoever decides it must see all of these merchants; without any, all merchants. */
  readonly merchantNos: readonly string[];
  /** What must still be so at approval, else it is STALE; null where each item is checked individually. */
  readonly state: Facts | null;
}

/**
 * A command that can await approval. `apply` is the command itself: it runs once as a trial
 * when the change is requested, which is rolled back, and once for good by the rights of the approver.
 * Both see just the merchants that the maker saw.
 */
export interface ChangeKind<Payload = unknown> {
  /** The endpoint that asks for it: `user.update`. */
  readonly kind: string;
  /** On which pages the request is shown. */
  readonly family: change.ChangeFamily;
  readonly title: { readonly en: string; readonly zh: string };
  /** Operation code that may decide it. */
  readonly checkerCode: string;
  /** The form of what is stored until it is decided. */
  readonly payload: z.ZodMiniType<Payload>;
  /** Undecided, it expires after so many hours: for money. */
  readonly lapsesAfterHours?: number;
  describe(db: Queryable, payload: Payload, scope: DataScope, services: Services): Promise<ChangeSubject>;
  apply(payload: Payload, call: CommandContext): Promise<unknown>;
  /** What else is to be done where it is not carried out: rejected, withdrawn or expired, by nobody then. */
  ended?(tx: Tx, change: EndedChange): Promise<void>;
}

/** A request that ended without being carried out. */
export interface EndedChange {
  readonly changeNo: string;
  readonly userNo: string | null;
  readonly reason: string | null;
}

export type ChangeKinds = ReadonlyMap<string, ChangeKind>;

declare module '../../../define-module.ts' {
  interface Module {
    /** Commands that can wait for an approver. */
    readonly changes?: readonly ChangeKind[];
  }
}

/** All kinds by name. Throws when two are called the same. */
export function createChangeKinds(kinds: readonly ChangeKind[]): ChangeKinds {
  const byName = new Map<string, ChangeKind>();
  for (const kind of kinds) {
    if (byName.has(kind.kind)) throw new Error(`the change kind ${kind.kind} is defined twice`);
    byName.set(kind.kind, kind);
  }
  return byName;
}

/** What both see: an approver never reaches further than the person who asked. */
export function narrower(one: DataScope, other: DataScope): DataScope {
  if (one === 'all') return other;
  if (other === 'all') return one;
  const merchantNos = one.merchantNos.filter((merchantNo) => other.merchantNos.includes(merchantNo));
  if (one.rows === undefined && other.rows === undefined) return { merchantNos };
  const rowsOf = ({ rows, merchantNos }: Exclude<DataScope, 'all'>) => rows ?? [[{ merchantNos }]];
  return { merchantNos, rows: [...rowsOf(one), ...rowsOf(other)] };
}

const numbers = z.optional(z.array(z.string()));
const anyRow = z.object({
  merchantNos: numbers,
  deptNos: numbers,
  userNo: z.optional(z.string()),
});
const storedRows = z.nullable(z.array(z.array(anyRow)));

/** A scope as JSON keeps it; without merchants, all of them. */
export const storedScope = z.object({
  merchantNos: z.nullable(z.array(z.string())),
  rows: storedRows,
});
type StoredScope = z.output<typeof storedScope>;

/** A scope for the keeping, as `scopeFrom` reads it. */
export function keptScope(scope: DataScope): StoredScope {
  if (scope === 'all') return { merchantNos: null, rows: null };
  return storedScope.parse(JSON.parse(JSON.stringify({ merchantNos: scope.merchantNos, rows: scope.rows ?? null })));
}

export function scopeFrom({ merchantNos, rows }: StoredScope): DataScope {
  if (merchantNos === null) return 'all';
  return rows === null ? { merchantNos } : { merchantNos, rows: rows.map((rule) => rule.map(plain)) };
}

/** What the maker could touch when they asked. */
export function scopeOfMaker(request: {
  readonly makerMerchantNos: readonly string[] | null;
  readonly makerRows: unknown;
}): DataScope {
  return scopeFrom(storedScope.parse({ merchantNos: request.makerMerchantNos, rows: request.makerRows ?? null }));
}

/** Without the names that hold nothing, which JSON leaves out anyway. */
function plain({ merchantNos, deptNos, userNo }: z.output<typeof anyRow>): RowAlternative {
  return {
    ...(merchantNos && { merchantNos }),
    ...(deptNos && { deptNos }),
    ...(userNo !== undefined && { userNo }),
  };
}
