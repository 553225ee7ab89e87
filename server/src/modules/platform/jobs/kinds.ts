import type { Access } from '@kituo/sdk/contracts';
import type * as z from 'zod/mini';
import type { FastifyBaseLogger } from 'fastify';
import type { Database, Tx } from '../../../db/database.ts';
import type { Caller } from '../../../http/implement.ts';
import type { Services } from '../../../services.ts';

declare module '../../../services.ts' {
  interface Services {
    readonly jobKinds: JobKinds;
  }
}

/** What a running job works with: the person who started it, by the rights they hold now. */
export interface JobRun {
  readonly jobNo: string;
  readonly caller: Caller;
  readonly lang: 'en' | 'zh';
  readonly db: Database;
  readonly services: Services;
  readonly log: FastifyBaseLogger;
  /** Aborted when the job is cancelled or the process stops. */
  readonly signal: AbortSignal;
}

export interface JobItem {
  readonly itemNo: number;
  /** What the item is about: a number, or a row of the file. */
  readonly subjectNo: string;
  readonly input: unknown;
}

/** An operation code, or what everybody who may open a page, or one of several, may do. */
export type JobRight = string | { readonly page: string | readonly string[] };

/** The right as an endpoint's `access` says it. */
export function accessOf(right: JobRight): Access {
  return typeof right === 'string' ? { code: [right] } : { page: [right.page].flat() };
}

export function mayRun({ code: right }: { readonly code: JobRight }, caller: Caller): boolean {
  return typeof right === 'string'
    ? caller.codes.has(right)
    : [right.page].flat().some((page) => caller.pages.has(page.toLowerCase()));
}

interface KindBasics<Params> {
  /** Unique, `family.thing`: `users.import`. */
  readonly kind: string;
  readonly title: { readonly en: string; readonly zh: string };
  /** The operation code, or the page, that starting and running it takes. Checked again before it runs. */
  readonly code: JobRight;
  readonly params: z.ZodMiniType<Params>;
}

/** A batch or an import: a transaction an item (or some), which commits together with the item's result. */
export interface ItemsKind<Params = unknown> extends KindBasics<Params> {
  /** Throws the refusal of one item; the others go on. What it answers is kept with the item. */
  runItem(item: JobItem, params: Params, run: JobRun & { readonly tx: Tx }): Promise<unknown>;
  /** So many items share a transaction, each behind a savepoint of its own: for work that holds no lock past it. */
  readonly atOnce?: number;
  /**
   * The same for so many items at once, in a transaction of all of them, where a transaction an item would take hours:
   * an answer an item, in their order, a refusal as the error itself. Where it throws, each half runs by itself.
   */
  readonly many?: {
    readonly atOnce: number;
    run(items: readonly JobItem[], params: Params, run: JobRun & { readonly tx: Tx }): Promise<readonly unknown[]>;
  };
  /**
   * Follows the last item, or the one in hand when the job was called off: what one request or one message says of
   * them all. A process that dies over it has it run again, so what it did once it does not do twice.
   */
  ended?(run: JobRun): Promise<void>;
}

/** An export: it writes one file, from the beginning again where a process died over it. */
export interface FileKind<Params = unknown> extends KindBasics<Params> {
  /** Hands the file's bytes to `write`, once; tells rows written now and then. */
  writeFile(
    params: Params,
    run: JobRun & {
      write(content: AsyncIterable<Buffer>): Promise<void>;
      progress(rows: number): Promise<void>;
    },
  ): Promise<{ readonly rows: number; readonly fileName: string; readonly contentType: string }>;
}

export type JobKind = ItemsKind | FileKind;
export type JobKinds = ReadonlyMap<string, JobKind>;

declare module '../../../define-module.ts' {
  interface Module {
    /** Batches: work in the background, item by item. */
    readonly jobs?: readonly ItemsKind[];
    /** Files that are written in the background. */
    readonly exports?: readonly FileKind[];
  }
}

/** The names of all kinds that this process defines. */
const defined = new Set<string>();

/** Defines a kind of job. Its module lists it in `jobs` or `exports`: a job of a kind that none lists would never run. */
export function defineJob<Kind extends JobKind>(kind: Kind): Kind {
  defined.add(kind.kind);
  return kind;
}

/** Throws where a kind is defined, so that a command may ask for it, and no module lists it. */
export function refuseUnlisted(kinds: JobKinds): void {
  const unlisted = [...defined].filter((kind) => !kinds.has(kind));
  if (unlisted.length > 0) throw new Error(`no module lists the job kind ${unlisted.join(', ')}`);
}

/** All kinds by name. Throws when two are called the same. */
export function createJobKinds(kinds: readonly JobKind[]): JobKinds {
  const byName = new Map<string, JobKind>();
  for (const kind of kinds) {
    if (byName.has(kind.kind)) throw new Error(`the job kind ${kind.kind} is defined twice`);
    byName.set(kind.kind, kind);
  }
  return byName;
}
